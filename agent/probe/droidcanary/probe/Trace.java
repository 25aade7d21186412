package droidcanary.probe;

/** What a stack of the main thread says about where it is, in one pass over the frames. */
final class Trace {
    final StackTraceElement[] frames;
    /** Frames of {@code Looper.loop}. */
    final int loops;
    /** The innermost loop waits for, or takes, its next message (or runs an idle handler): no dispatch is in it. */
    final boolean between;
    /** The innermost loop builds the text that the platform's message logging wants. */
    final boolean logging;

    Trace(StackTraceElement[] frames) {
        this.frames = frames;
        int count = 0;
        int inner = -1;
        for (int i = 0; i < frames.length; i++) {
            if ("android.os.Looper".equals(frames[i].getClassName())) {
                String method = frames[i].getMethodName();
                if ("loop".equals(method)) {
                    count++;
                }
                if (inner < 0 && ("loop".equals(method) || "loopOnce".equals(method))) {
                    inner = i;
                }
            }
        }
        loops = count;
        String callee = inner > 0 ? frames[inner - 1].getMethodName() : "";
        String owner = inner > 0 ? frames[inner - 1].getClassName() : "";
        between = "next".equals(callee) && "android.os.MessageQueue".equals(owner);
        // StringBuilder, String.valueOf, or what newer compilers make of a "+"; all of them end in toString.
        logging = owner.startsWith("java.lang.") || "toString".equals(callee);
    }
}
