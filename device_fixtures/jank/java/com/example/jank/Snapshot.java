package com.example.jank;

import android.os.Build;
import android.os.Looper;
import android.os.Process;
import android.os.SystemClock;
import android.util.Printer;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the process looks like from inside: what a tool must leave as it found it. */
final class Snapshot {
    private Snapshot() {
    }

    static Json start() {
        return clocks(new Json("start").put("pid", Process.myPid()).put("tid", Process.myTid()).put("api", Build.VERSION.SDK_INT));
    }

    static Json of(String record, String name, Stage stage) {
        Json json = clocks(new Json(record).put("name", name));
        json.put("printer", className(printerOf(stage.mainLooper)));
        json.put("observer", className(observer()));
        List<?> idleHandlers = idleHandlersOf(stage.mainLooper);
        json.put("idle_list", className(idleHandlers));
        List<String> classes = new ArrayList<String>();
        for (Object handler : idleHandlers.toArray()) {
            classes.add(className(handler));
        }
        json.put("idle_handlers", classes);
        json.put("printer_lines", stage.printers.counts());
        json.put("java_threads", javaThreads()).put("tasks", tasks());
        return json.put("fds", count(new File("/proc/self/fd")));
    }

    private static Json clocks(Json json) {
        json.put("uptime_ns", System.nanoTime()).put("uptime_ms", SystemClock.uptimeMillis());
        return json.put("elapsed_ns", SystemClock.elapsedRealtimeNanos()).put("wall_ms", System.currentTimeMillis());
    }

    static Printer printerOf(Looper looper) {
        return (Printer) read(Looper.class, "mLogging", looper);
    }

    static Object queueOf(Looper looper) {
        return read(Looper.class, "mQueue", looper);
    }

    private static List<?> idleHandlersOf(Looper looper) {
        Object queue = queueOf(looper);
        return (List<?>) read(queue.getClass(), "mIdleHandlers", queue);
    }

    private static Object observer() {
        return Build.VERSION.SDK_INT < 29 ? null : read(Looper.class, "sObserver", null);
    }

    private static Object read(Class<?> type, String name, Object of) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(of);
        } catch (ReflectiveOperationException hidden) {
            throw new IllegalStateException("cannot read " + type + "." + name, hidden);
        }
    }

    private static String className(Object object) {
        return object == null ? null : object.getClass().getName();
    }

    private static List<String> javaThreads() {
        List<String> names = new ArrayList<String>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            names.add(thread.getName());
        }
        Collections.sort(names);
        return names;
    }

    /** Names of all threads that the kernel knows, native ones too. */
    private static List<String> tasks() {
        List<String> names = new ArrayList<String>();
        File[] folders = new File("/proc/self/task").listFiles();
        for (File folder : folders == null ? new File[0] : folders) {
            try {
                names.add(firstLine(new File(folder, "comm")));
            } catch (IOException ended) {
                names.add("(ended)");
            }
        }
        Collections.sort(names);
        return names;
    }

    private static String firstLine(File file) throws IOException {
        BufferedReader reader = new BufferedReader(new FileReader(file));
        try {
            return String.valueOf(reader.readLine());
        } finally {
            reader.close();
        }
    }

    private static int count(File folder) {
        String[] names = folder.list();
        return names == null ? -1 : names.length;
    }
}
