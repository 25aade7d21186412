package droidcanary.bench;

import android.os.Handler;
import android.os.Looper;
import android.util.Printer;

import com.github.moduth.blockcanary.BlockCanaryAccess;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.FutureTask;

/**
 * The app whose main looper is measured. It idles until the benchmark connects to the port it was given, and then does
 * what the benchmark's lines say, one answer a line:
 *
 * <pre>
 *   printer none|empty|blockcanary|js   sets the main looper's printer           ok
 *   run WARM_UP_MS MESSAGES             runs messages through the main looper    ok WALL_NS CPU_MS MEDIAN_NS CHUNK
 * </pre>
 */
public final class BenchApp {
    private BenchApp() {
    }

    public static void main(String[] args) throws IOException {
        final ServerSocket server = new ServerSocket(Integer.parseInt(args[0]), 1, InetAddress.getByName("127.0.0.1"));
        Thread control = new Thread("control") {
            @Override
            public void run() {
                serve(server);
            }
        };
        control.setDaemon(true);
        control.start();
    }

    private static void serve(ServerSocket server) {
        while (true) {
            try {
                Socket client = server.accept();
                try {
                    obey(client);
                } finally {
                    client.close();
                }
            } catch (IOException gone) {
                System.err.println("the benchmark's connection ended: " + gone);
            }
        }
    }

    private static void obey(Socket client) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(client.getInputStream(), "US-ASCII"));
        PrintWriter answers = new PrintWriter(client.getOutputStream(), true);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            answers.println(answer(line.split(" ")));
        }
    }

    private static String answer(String[] words) {
        try {
            if (words[0].equals("printer")) {
                install(printer(words[1]));
                return "ok";
            }
            if (words[0].equals("run")) {
                Round round = Round.run(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
                return "ok " + round.wallNs() + " " + round.cpuMs() + " " + round.medianChunkNs() + " " + Round.CHUNK;
            }
            return "error: no such command: " + words[0];
        } catch (Throwable thrown) {
            thrown.printStackTrace();
            return "error: " + thrown.toString().replace('\n', ' ');
        }
    }

    private static Printer printer(String name) {
        switch (name) {
            case "none":
                return null;
            case "empty":
                return new EmptyPrinter();
            case "blockcanary":
                return BlockCanaryAccess.monitor();
            case "js":
                return new JsPrinter();
            default:
                throw new IllegalArgumentException("no such printer: " + name);
        }
    }

    /** On the main thread, as an app does it, and done when this returns. */
    private static void install(final Printer printer) throws Exception {
        FutureTask<Void> task = new FutureTask<Void>(new Runnable() {
            @Override
            public void run() {
                Looper.getMainLooper().setMessageLogging(printer);
            }
        }, null);
        new Handler(Looper.getMainLooper()).post(task);
        task.get();
    }
}
