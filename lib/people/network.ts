import { ipBucket } from "./ip-bucket.ts";

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const NETWORK_GROUPS = 3;

/**
 * The network that guesses of a code are counted by: an IPv4 /24 or an IPv6 /48, which one attacker easily
 * owns whole. Null where nobody tells the caller's address.
 */
export function networkOf(ip: string | null): string | null {
  if (ip === null) return null;
  const [, mapped = ip] = MAPPED.exec(ip) ?? [];
  if (!mapped.includes(":")) return `${mapped.split(".").slice(0, 3).join(".")}.0/24`;
  return `${ipBucket(mapped).split(":").slice(0, NETWORK_GROUPS).join(":")}::/48`;
}
