const BUCKET_GROUPS = 4;
const GROUPS = 8;

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const CODE_GROUPS = 3;

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
  const groups = [...before, ...zeros, ...after].slice(0, BUCKET_GROUPS);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}

/**
 * The network that guesses of a code are counted by: an IPv4 /24 or an IPv6 /48, which one attacker easily
 * owns whole. Null where nobody tells the caller's address.
 */
export function networkOf(ip: string | null): string | null {
  if (ip === null) return null;
  const [, mapped = ip] = MAPPED.exec(ip) ?? [];
  if (!mapped.includes(":")) return `${mapped.split(".").slice(0, 3).join(".")}.0/24`;
  return `${ipBucket(mapped).split(":").slice(0, CODE_GROUPS).join(":")}::/48`;
}
