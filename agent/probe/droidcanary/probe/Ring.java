package droidcanary.probe;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Finished dispatches and idle runs, from the main thread to the one that drains. One writer, one reader, nobody
 * waits: what does not fit is counted. Records are used again, so the main thread allocates nothing here.
 */
final class Ring {
    static final class Record {
        int kind;
        /** Its end was never seen: an exception left it under a printer. {@code end} is when we noticed. */
        boolean stale;
        long id;
        long start;
        long end;
        long parent;
        String text;
        String target;
        String callback;
        String threw;
        int what;
        boolean hasMessage;
        boolean kept;
        long cpu;
        long cpuFrom;

        int chars() {
            return text == null ? 0 : text.length();
        }
    }

    /** Characters of printer lines held at most, on top of the records themselves. */
    static final int MAX_CHARS = 128 * 1024;

    private final Record[] records;
    private final int mask;
    private final AtomicLong head = new AtomicLong();
    private final AtomicLong tail = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong charsOut = new AtomicLong();
    // The writer's own.
    private long next;
    private long tailSeen;
    private long charsIn;

    /** {@code size}: a power of two. */
    Ring(int size) {
        records = new Record[size];
        mask = size - 1;
        for (int i = 0; i < size; i++) {
            records[i] = new Record();
        }
    }

    /** Writer: a record to fill, with room for that many characters, or null: counted as lost. */
    Record claim(int chars) {
        if (next - tailSeen >= records.length) {
            tailSeen = tail.get();
        }
        if (next - tailSeen >= records.length || charsIn - charsOut.get() + chars > MAX_CHARS) {
            lost.lazySet(lost.get() + 1);
            return null;
        }
        return records[(int) next & mask];
    }

    /** Writer: hands the claimed record over. */
    void publish(Record record) {
        charsIn += record.chars();
        head.lazySet(++next);
    }

    /** Reader: up to here records can be read. */
    long head() {
        return head.get();
    }

    long tail() {
        return tail.get();
    }

    Record at(long index) {
        return records[(int) index & mask];
    }

    /** Reader: done with the record at the tail. */
    void release() {
        long index = tail.get();
        Record record = at(index);
        int chars = record.chars();
        record.text = null;
        record.target = null;
        record.callback = null;
        record.threw = null;
        charsOut.lazySet(charsOut.get() + chars);
        tail.lazySet(index + 1);
    }

    long lost() {
        return lost.get();
    }
}
