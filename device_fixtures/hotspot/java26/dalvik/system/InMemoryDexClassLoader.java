package dalvik.system;

import java.nio.ByteBuffer;

/** Stands in for Android's class of this name, as of API 26: one buffer. */
public final class InMemoryDexClassLoader extends BaseDexClassLoader {
    public InMemoryDexClassLoader(ByteBuffer dexBuffer, ClassLoader parent) {
        super(new byte[][] {remaining(dexBuffer)}, parent);
    }
}
