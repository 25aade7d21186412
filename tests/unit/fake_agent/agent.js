// Speaks the wire without Java: for the link's tests. `globalThis.fakeMode` (set by a prelude) chooses what goes wrong.
const mode = globalThis.fakeMode || 'ok';
const origin = Date.now();
let seq = 0;
let acked = 0;
let timer = null;

const now = () => 1000000000000 + (Date.now() - origin) * 1000000;

function batch() {
  seq += 1;
  if (mode === 'hole' && seq === 2) seq = 4;
  const events = [{ event: 'counts', from_ns: now() - 50000000, to_ns: now(), dispatches: 1, busy_ns: 1000 }];
  return { type: 'batch', seq, at_ns: now(), events, dropped: mode === 'dropped' ? 3 : 0 };
}

function onAck(message) {
  acked = message.seq;
  recv('ack', onAck);
}
recv('ack', onAck);

rpc.exports = {
  start(optionsText, dex) {
    const options = JSON.parse(optionsText);
    if (mode.includes(':')) throw new Error(mode);
    if (mode === 'stuck') return new Promise(() => {});
    if (mode !== 'mute') timer = setInterval(() => send(JSON.stringify(batch())), 50);
    if (mode === 'throws') setTimeout(() => { throw new Error('[bold]oops'); }, 100);
    return JSON.stringify({
      type: 'hello', protocol: mode === 'protocol' ? 99 : options.protocol, agent: 'fake', frida: Frida.version, bridge: '0',
      pid: Process.id, main_tid: Process.id, api: 34, release: '14', model: 'fake', runtime: 'none', hook: 'printer', at_ns: now(),
      clocks: { uptime_ns: now(), elapsed_ns: now() + 5000000000, wall_ms: Date.now(), utc_offset_s: 0 },
      debugger: false, previous_printer: null, idle_handlers: [], notes: [`dex ${dex.byteLength}`],
    });
  },
  stop() {
    if (mode === 'stuckstop') return new Promise(() => {});
    clearInterval(timer);
    return JSON.stringify({ type: 'goodbye', at_ns: now(), restored: true, residue: [`acked ${acked}`], batch: batch() });
  },
};
