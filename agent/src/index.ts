/** The agent's entry: what the host can call, and what happens when the script goes. */

import { available, inVm } from "./java.js";
import { Session } from "./session.js";
import { parseOptions, StartError } from "./wire.js";

let session: Session | null = null;

function listen(): void {
  recv("ack", (message: { seq: number }) => {
    session?.ack(message.seq);
    listen();
  });
}

rpc.exports = {
  start(optionsJson: string, dex: ArrayBuffer): string {
    const options = parseOptions(optionsJson);
    if (session !== null) {
      throw new StartError("already-attached", "this agent was started before");
    }
    if (!available()) {
      throw new StartError("no-java", "the process has no Java VM that the bridge knows");
    }
    session = inVm(() => new Session(options, dex, send));
    listen();
    return session.hello;
  },

  stop(): string {
    if (session === null) {
      throw new StartError("protocol", "stop before start");
    }
    return session.stop();
  },

  /** Called by Frida when the script is unloaded, also because the host is gone. */
  dispose(): void {
    session?.stop();
  },
};
