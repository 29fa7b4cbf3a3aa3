const NETWORK_GROUPS = 4;
const GROUPS = 8;

/**
 * What a limit counts a caller's address as: an IPv6 caller owns a whole /64 and would never run out of
 * addresses. Callers whose address nobody tells share one bucket.
 */
export function ipBucket(ip: string | null): string {
  if (ip === null) return "unknown";
  if (!ip.includes(":") || ip.includes(".")) return ip;
  const [head = "", tail] = ip.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined ? [] : tail.split(":");
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
