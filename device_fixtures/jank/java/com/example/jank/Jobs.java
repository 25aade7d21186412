package com.example.jank;

import java.io.File;

/** The plain kinds of jobs. Named classes, as what a job is called is part of what a tool reports. */
final class Jobs {
    private Jobs() {
    }

    static Job of(Step step, Stage stage) {
        String verb = step.verb;
        if (verb.equals("cpu") || verb.equals("background") || verb.equals("custom")) {
            return new CpuJob(stage, verb, step.ns(0));
        } else if (verb.equals("sleep")) {
            return new SleepJob(stage, step.ns(0));
        } else if (verb.equals("lock")) {
            return new LockJob(stage, step.ns(0));
        } else if (verb.equals("io")) {
            return new IoJob(stage, step.ns(0));
        } else if (verb.equals("shares")) {
            return new SharesJob(stage, step);
        } else if (verb.equals("hang")) {
            return new HangJob(stage, step.has("sleeping"));
        } else if (verb.equals("exit")) {
            return new ExitJob(stage, step.ns(0));
        } else if (verb.equals("throw")) {
            return new ThrowJob(stage, step.ns(0));
        } else if (verb.equals("nested")) {
            return new NestedJob(stage, step.ns(0), step.ns("inner", step.ns(0) / 2));
        } else if (verb.equals("text")) {
            return new TextJob(stage, step.word(0), step.ns(1), step.ns("takes", 0));
        }
        throw new IllegalArgumentException("no job: " + step.text);
    }

    static final class CpuJob extends Job {
        private final long durationNs;

        CpuJob(Stage stage, String kind, long durationNs) {
            super(stage, kind, "com.example.jank.Work.spin");
            this.durationNs = durationNs;
        }

        @Override
        void body() {
            Work.spin(durationNs);
        }
    }

    static final class SleepJob extends Job {
        private final long durationNs;

        SleepJob(Stage stage, long durationNs) {
            super(stage, "sleep", "com.example.jank.Work.nap");
            this.durationNs = durationNs;
        }

        @Override
        void body() {
            Work.nap(durationNs);
        }
    }

    static final class LockJob extends Job {
        private final LockOwner owner;

        LockJob(Stage stage, long durationNs) {
            super(stage, "lock", "com.example.jank.Work.takeLock");
            owner = new LockOwner(stage.lock, durationNs);
            truth.ownerThread = LockOwner.NAME;
            truth.ownerMethod = LockOwner.METHOD;
        }

        void letOwnerHaveIt() throws InterruptedException {
            owner.startAndHold();
        }

        @Override
        void body() {
            Work.takeLock(stage.lock, owner);
        }
    }

    static final class IoJob extends Job {
        private final long durationNs;

        IoJob(Stage stage, long durationNs) {
            super(stage, "io", "com.example.jank.Work.writeFile");
            this.durationNs = durationNs;
        }

        @Override
        void body() {
            Work.writeFile(new File(stage.folder, "jank-io.tmp"), durationNs);
        }
    }

    static final class SharesJob extends Job {
        private final long durationNs;
        private final boolean inOrder;
        private final int[] percents;

        SharesJob(Stage stage, Step step) {
            this(stage, step, percents(step));
        }

        private SharesJob(Stage stage, Step step, int[] percents) {
            super(stage, "shares", "com.example.jank.Shares." + Shares.NAMES[largest(percents)]);
            this.percents = percents;
            truth.share = percents[largest(percents)] / 100.0;
            durationNs = step.ns(0);
            inOrder = step.has("in-order");
        }

        private static int[] percents(Step step) {
            int[] percents = new int[Shares.NAMES.length];
            int sum = 0;
            for (int i = 0; i < percents.length; i++) {
                String value = step.value(Shares.NAMES[i]);
                percents[i] = value == null ? 0 : Integer.parseInt(value);
                sum += percents[i];
            }
            if (sum != 100) {
                throw new IllegalArgumentException("shares of heavy, medium, light and tiny must add up to 100: " + step.text);
            }
            return percents;
        }

        private static int largest(int[] percents) {
            int largest = 0;
            for (int i = 1; i < percents.length; i++) {
                largest = percents[i] > percents[largest] ? i : largest;
            }
            return largest;
        }

        @Override
        void body() {
            Shares.run(durationNs, percents, inOrder);
        }
    }

    static final class HangJob extends Job {
        private final boolean sleeping;

        HangJob(Stage stage, boolean sleeping) {
            super(stage, "hang", "com.example.jank.Work." + (sleeping ? "napForEver" : "spinForEver"));
            this.sleeping = sleeping;
        }

        @Override
        void body() {
            if (sleeping) {
                Work.napForEver();
            } else {
                Work.spinForEver();
            }
        }
    }

    static final class ExitJob extends Job {
        private static final int STATUS = 3;
        private final long durationNs;

        ExitJob(Stage stage, long durationNs) {
            super(stage, "exit", "com.example.jank.Work.spin");
            this.durationNs = durationNs;
        }

        @Override
        void body() {
            Work.spin(durationNs);
            Runtime.getRuntime().halt(STATUS);
        }
    }

    /** Fails after a while; whoever guards the main loop survives it. */
    static final class ThrowJob extends Job {
        private final long durationNs;

        ThrowJob(Stage stage, long durationNs) {
            super(stage, "throw", "com.example.jank.Work.spin");
            this.durationNs = durationNs;
        }

        @Override
        void body() {
            Work.spin(durationNs);
            throw new IllegalStateException("thrown on purpose");
        }
    }
}
