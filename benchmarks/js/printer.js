// What a tool without a Java probe does: println of a printer in JavaScript, with the least it needs to find a block.
import Java from "frida-java-bridge";

const THRESHOLD_MS = 1000;

rpc.exports = {
  hook(className) {
    return new Promise((resolve, reject) => {
      Java.perform(() => {
        try {
          const main = Java.use("android.os.Looper").getMainLooper().getThread();
          const loader = main.getContextClassLoader();
          Java.use("java.lang.Class").forName(className, true, loader); // a class that was never linked can't be used
          const printer = Java.ClassFactory.get(loader).use(className);
          let startMs = 0;
          printer.println.implementation = function (line) {
            const nowMs = Date.now();
            if (line.charCodeAt(0) === 62) {
              startMs = nowMs;
            } else if (nowMs - startMs > THRESHOLD_MS) {
              send({ line, wallMs: nowMs - startMs });
            }
          };
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
  },
};
