package com.example.jank;

/** What really happened in one dispatch or one idle handler's run. Filled in by the thread it happens on. */
final class Truth {
    final int seq;
    final String kind;
    /** The method that is to blame, as {@code Class.method}. */
    final String method;
    /** How much of the time is spent in {@link #method}: 0 to 1. */
    double share = 1;
    long startNs;
    String thread;
    /** Class of the message's target, or of the idle handler. */
    String handler;
    String callback;
    int what;
    /** False for an idle handler: no message is being dispatched. */
    boolean message = true;
    /** Sequence number of the job whose nested loop dispatched this one, or 0. */
    int parentSeq;
    String ownerThread;
    String ownerMethod;

    Truth(int seq, String kind, String method) {
        this.seq = seq;
        this.kind = kind;
        this.method = method;
    }

    /** The line to write; a negative end means that it has not ended. */
    Json line(long endNs) {
        Json line = new Json("truth").put("kind", kind).put("seq", seq).put("start_ns", startNs);
        line.put("end_ns", endNs < 0 ? null : (Object) endNs).put("thread", thread).put("method", method).put("share", share);
        line.put("handler", handler).put("callback", callback).put("what", what).put("message", message);
        line.put("parent_seq", parentSeq == 0 ? null : (Object) parentSeq);
        return line.put("owner_thread", ownerThread).put("owner_method", ownerMethod);
    }
}
