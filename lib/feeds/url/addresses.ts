import ipaddr from "ipaddr.js";
import { type FeedRefused, feedRefused } from "./judge.ts";

/** Answers to every Azure machine; public by its range, so that it must be named. */
const AZURE_WIRE_SERVER = "168.63.129.16";

/**
 * The only part of IPv6 that is handed out (RFC 4291, IANA); the rest of the library's "unicast" is
 * unassigned.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Judges every address that a host name has: one that isn't on the public internet spoils all, since nobody
 * can say which of them `fetch` will take.
 */
export function judgeAddresses(addresses: string[]): { ok: true } | FeedRefused {
  if (addresses.length === 0) return feedRefused("unresolvable");
  return addresses.every(isPublic) ? { ok: true } : feedRefused("private_address");
}

function isPublic(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    return text !== AZURE_WIRE_SERVER && ipaddr.IPv4.parse(text).range() === "unicast";
  }
  if (!ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  if (address.zoneId || !address.match(GLOBAL_UNICAST)) return false;
  // Mapped IPv4, NAT64, 6to4, Teredo, documentation and benchmark space all have range names of their own.
  return address.range() === "unicast" && !isIsatap(address.parts);
}

/** RFC 5214: an interface id of `0:5efe` or `200:5efe` and an IPv4 address, to which a tunnel would lead. */
const isIsatap = (parts: number[]): boolean => (parts[4] === 0 || parts[4] === 0x0200) && parts[5] === 0x5efe;
