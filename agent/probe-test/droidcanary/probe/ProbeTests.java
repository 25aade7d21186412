package droidcanary.probe;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

/** Runs every method without arguments of the test classes; leaves with 1 when one failed. */
public final class ProbeTests {
    private static final Class<?>[] CLASSES = {
        JsonTests.class, RingTests.class, MonitorTests.class, HookTests.class, IdleListTests.class, StacksTests.class,
    };

    private ProbeTests() {}

    public static void main(String[] args) throws Exception {
        int failed = 0;
        int run = 0;
        for (Class<?> tests : CLASSES) {
            Method[] methods = tests.getDeclaredMethods();
            Arrays.sort(methods, Comparator.comparing(Method::getName));
            for (Method method : methods) {
                if (method.getParameterCount() > 0 || method.isSynthetic() || method.getReturnType() != void.class) {
                    continue;
                }
                run++;
                try {
                    method.setAccessible(true);
                    method.invoke(tests.getDeclaredConstructor().newInstance());
                } catch (InvocationTargetException e) {
                    failed++;
                    System.out.println("FAILED " + tests.getSimpleName() + "." + method.getName());
                    e.getCause().printStackTrace(System.out);
                }
            }
        }
        System.out.println("probe: " + (run - failed) + " of " + run + " tests passed");
        System.exit(failed == 0 && run > 0 ? 0 : 1);
    }
}
