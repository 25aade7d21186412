package dalvik.system;

import java.nio.ByteBuffer;

/** Stands in for Android's class of this name, as of API 27: one buffer or several. */
public final class InMemoryDexClassLoader extends BaseDexClassLoader {
    public InMemoryDexClassLoader(ByteBuffer[] dexBuffers, ClassLoader parent) {
        super(all(dexBuffers), parent);
    }

    public InMemoryDexClassLoader(ByteBuffer dexBuffer, ClassLoader parent) {
        super(new byte[][] {remaining(dexBuffer)}, parent);
    }

    private static byte[][] all(ByteBuffer[] dexBuffers) {
        byte[][] dexFiles = new byte[dexBuffers.length][];
        for (int i = 0; i < dexFiles.length; i++) {
            dexFiles[i] = remaining(dexBuffers[i]);
        }
        return dexFiles;
    }
}
