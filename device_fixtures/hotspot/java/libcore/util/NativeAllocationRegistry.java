package libcore.util;

/**
 * Stands in for Android's class of this name, which frees native memory along with Java objects. The fixture's natives
 * allocate none, and Android's own asks for class loaders and cleaners that this virtual machine does not have.
 */
public class NativeAllocationRegistry {
    public NativeAllocationRegistry(ClassLoader loader, long freeFunction, long size) {
    }

    public static NativeAllocationRegistry createNonmalloced(ClassLoader loader, long freeFunction, long size) {
        return new NativeAllocationRegistry(loader, freeFunction, size);
    }

    public static NativeAllocationRegistry createNonmalloced(Class<?> owner, long freeFunction, long size) {
        return new NativeAllocationRegistry(null, freeFunction, size);
    }

    public static NativeAllocationRegistry createMalloced(ClassLoader loader, long freeFunction, long size) {
        return new NativeAllocationRegistry(loader, freeFunction, size);
    }

    public static NativeAllocationRegistry createMalloced(ClassLoader loader, long freeFunction) {
        return new NativeAllocationRegistry(loader, freeFunction, 0);
    }

    public static NativeAllocationRegistry createMalloced(Class<?> owner, long freeFunction, long size) {
        return new NativeAllocationRegistry(null, freeFunction, size);
    }

    public static NativeAllocationRegistry createMalloced(Class<?> owner, long freeFunction) {
        return new NativeAllocationRegistry(null, freeFunction, 0);
    }

    public Runnable registerNativeAllocation(Object referent, long nativePointer) {
        return new Runnable() {
            @Override
            public void run() {
            }
        };
    }
}
