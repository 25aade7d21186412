package dalvik.system;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Stands in for Android's class of this name on a virtual machine that knows no DEX: what is loaded is translated to
 * class files first. The translator lives in a loader of its own, out of the app's sight.
 */
public class BaseDexClassLoader extends ClassLoader {
    private final Map<String, byte[]> translated = new LinkedHashMap<>();

    BaseDexClassLoader(byte[][] dexFiles, ClassLoader parent) {
        super(parent);
        for (byte[] dexFile : dexFiles) {
            for (Map.Entry<String, byte[]> translation : Translator.translate(dexFile).entrySet()) {
                translated.putIfAbsent(translation.getKey(), translation.getValue()); // the first file wins, as on Android
            }
        }
    }

    static byte[] remaining(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes;
        synchronized (translated) {
            bytes = translated.remove(name);
        }
        if (bytes == null) {
            throw new ClassNotFoundException("Didn't find class \"" + name + "\" in " + this);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    /** The one way to the translator, loaded when the first DEX comes. */
    private static final class Translator {
        private static final Method TRANSLATE = load();

        private static Method load() {
            try {
                File[] jars = new File(System.getProperty("droidcanary.fixture.dex-translator")).listFiles();
                if (jars == null) {
                    throw new IllegalStateException("the DEX translator's jars are not where the fixture put them");
                }
                URL[] urls = new URL[jars.length];
                for (int i = 0; i < jars.length; i++) {
                    urls[i] = jars[i].toURI().toURL();
                }
                ClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
                return Class.forName("droidcanary.fixture.dex.DexTranslator", true, loader)
                        .getMethod("translate", byte[].class);
            } catch (ReflectiveOperationException | java.io.IOException unusable) {
                throw new IllegalStateException("the DEX translator does not load", unusable);
            }
        }

        @SuppressWarnings("unchecked")
        static Map<String, byte[]> translate(byte[] dexFile) {
            try {
                return (Map<String, byte[]>) TRANSLATE.invoke(null, (Object) dexFile);
            } catch (InvocationTargetException refused) {
                throw new IllegalArgumentException("not a usable DEX file: " + refused.getCause(), refused.getCause());
            } catch (IllegalAccessException unusable) {
                throw new IllegalStateException(unusable);
            }
        }
    }
}
