// The bridge needs Node's Buffer for Java.registerClass only, which the agent never calls: every class of ours comes
// with the probe's dex. This is enough for its constants, and keeps the bundle small.
export const Buffer = Uint8Array;
