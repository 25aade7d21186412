package droidcanary.probe;

import android.os.MessageQueue;
import java.util.ArrayList;

/**
 * Takes the place of {@code MessageQueue.mIdleHandlers}. It holds the app's own handlers and nothing else, so whatever
 * looks into it sees what it put there and every change works as on the plain list. Only the array that the platform
 * asks for before each idle pass has runners in the handlers' places, and what the platform then wants removed is
 * taken back to the handler. Used under the queue's lock, like the list it replaces.
 */
public final class IdleList extends ArrayList<MessageQueue.IdleHandler> {
    private static final long serialVersionUID = 1L;

    private final transient ArrayList<MessageQueue.IdleHandler> original;
    private transient volatile Monitor monitor;
    /** The runners of the last pass, so that a pass allocates nothing when the handlers are the same. */
    private transient IdleRunner[] runners = new IdleRunner[4];

    IdleList(ArrayList<MessageQueue.IdleHandler> original, Monitor monitor) {
        super(original);
        this.original = original;
        this.monitor = monitor;
    }

    /** The list that was there before, with the handlers that are there now. Call it under the queue's lock. */
    public ArrayList<MessageQueue.IdleHandler> restore() {
        cut();
        if (original.getClass() == ArrayList.class) {
            original.clear();
            original.addAll(this);
            return original;
        }
        // Somebody's own kind of list: it hears of what changed while we were there, one by one.
        for (MessageQueue.IdleHandler handler : new ArrayList<MessageQueue.IdleHandler>(original)) {
            if (!contains(handler)) {
                original.remove(handler);
            }
        }
        for (MessageQueue.IdleHandler handler : this) {
            if (!original.contains(handler)) {
                original.add(handler);
            }
        }
        return original;
    }

    void cut() {
        monitor = null;
    }

    Monitor monitor() {
        return monitor;
    }

    void failed(Monitor m, Throwable problem) {
        if (m.failed(problem)) {
            monitor = null;
        }
    }

    static Object unwrap(Object handler) {
        return handler instanceof IdleRunner ? ((IdleRunner) handler).original : handler;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] array) {
        T[] handlers = super.toArray(array);
        if (monitor != null && handlers.getClass() == MessageQueue.IdleHandler[].class) {
            int size = Math.min(size(), handlers.length);
            if (runners.length < size) {
                IdleRunner[] more = new IdleRunner[size + 4];
                System.arraycopy(runners, 0, more, 0, runners.length);
                runners = more;
            }
            for (int i = 0; i < size; i++) {
                MessageQueue.IdleHandler handler = (MessageQueue.IdleHandler) handlers[i];
                if (handler != null) {
                    if (runners[i] == null || runners[i].original != handler) {
                        runners[i] = new IdleRunner(handler, this);
                    }
                    handlers[i] = (T) runners[i];
                }
            }
            for (int i = size; i < runners.length; i++) {
                runners[i] = null; // keep no handler alive that the app removed
            }
        }
        return handlers;
    }

    @Override
    public boolean remove(Object handler) {
        return super.remove(unwrap(handler));
    }

    @Override
    public boolean contains(Object handler) {
        return super.contains(unwrap(handler));
    }

    @Override
    public int indexOf(Object handler) {
        return super.indexOf(unwrap(handler));
    }

    @Override
    public int lastIndexOf(Object handler) {
        return super.lastIndexOf(unwrap(handler));
    }
}
