// The bridge needs Node's Buffer for Java.registerClass only, which the agent never calls: every class of ours comes
// with the probe's dex. Without it the bundle is a third smaller.
export const Buffer = undefined;
