package dalvik.system;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Stands in for Android's class of this name: classes from a {@code .dex} file, or from a zip with {@code classes.dex}. */
public class DexClassLoader extends BaseDexClassLoader {
    /** From this level on Android refuses a file that the app could still write to. */
    private static final int READ_ONLY_SINCE = 34;

    public DexClassLoader(String dexPath, String optimizedDirectory, String librarySearchPath, ClassLoader parent) {
        super(read(dexPath), parent);
    }

    private static byte[][] read(String dexPath) {
        List<byte[]> dexFiles = new ArrayList<>();
        for (String path : dexPath.split(File.pathSeparator)) {
            if (Integer.getInteger("ro.build.version.sdk") >= READ_ONLY_SINCE && new File(path).canWrite()) {
                throw new SecurityException("Writable dex file '" + path + "' is not allowed.");
            }
            try {
                dexFiles.add(path.endsWith(".dex") ? all(new FileInputStream(path)) : classesDex(path));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return dexFiles.toArray(new byte[0][]);
    }

    private static byte[] classesDex(String path) throws IOException {
        try (ZipFile zip = new ZipFile(path)) {
            ZipEntry entry = zip.getEntry("classes.dex");
            if (entry == null) {
                throw new IOException("no classes.dex in " + path);
            }
            return all(zip.getInputStream(entry));
        }
    }

    private static byte[] all(InputStream stream) throws IOException {
        try (InputStream closed = stream) {
            return closed.readAllBytes();
        }
    }
}
