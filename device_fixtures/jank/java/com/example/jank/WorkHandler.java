package com.example.jank;

import android.os.Handler;
import android.os.Looper;
import android.os.Message;

/** The app's own handler: a message's object is the job to do. */
class WorkHandler extends Handler {
    private static final int WHAT_WAKE = 99;

    WorkHandler(Looper looper) {
        super(looper);
    }

    @Override
    public void handleMessage(Message message) {
        if (message.what != WHAT_WAKE) {
            ((Job) message.obj).run();
        }
    }

    /** A message that does nothing, so that the queue goes idle once more after it. */
    void sendEmptyWake(long delayMs) {
        sendEmptyMessageDelayed(WHAT_WAKE, delayMs);
    }
}
