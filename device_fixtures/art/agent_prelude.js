// Evaluated in the agent's script before anything uses the Java bridge. See README.md, "Frida".
(() => {
  // Debian compiles libart with gcc, where one of the functions that the bridge calls keeps less in registers than the
  // bridge's disassembly expects: a register it looks for stays unknown. Any will do for that argument.
  const original = X86Writer.prototype.putCallAddressWithAlignedArguments;
  X86Writer.prototype.putCallAddressWithAlignedArguments = function (address, parameters) {
    return original.call(this, address, parameters.map((parameter) => parameter ?? 'rax'));
  };

  globalThis.droidcanaryPrelude = {
    // Called once on the agent's JS thread, after the class loader was set; vmHandle is the JavaVM*.
    // Without it the VM aborts when that thread ends: it is attached, and nothing detaches it on this platform.
    afterLoader(vmHandle) {
      const address = Process.getModuleByName('libandroid_runtime.so').getExportByName('art_autodetach');
      new NativeFunction(address, 'void', ['pointer'])(vmHandle);
    },
  };
})();
