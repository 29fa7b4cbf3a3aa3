import { type FeedRefused, feedRefused } from "./judge.ts";

/** Answers to every Azure machine; public by its range, so that it must be named. */
const AZURE_WIRE_SERVER = "168.63.129.16/32";

type Range = { groups: readonly number[]; bits: number };

/** What IPv4 has that is no host of the internet, as IANA's registry of special purposes lists it. */
const SPECIAL_V4 = [
  ..."0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24".split(" "),
  ..."192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16".split(" "),
  ..."192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3".split(" "),
  AZURE_WIRE_SERVER,
].map((text) => rangeOf(text, v4));

/** The only part of IPv6 that is handed out (RFC 4291, IANA); mapped IPv4 and NAT64 stand outside it. */
const GLOBAL_UNICAST = rangeOf("2000::/3", v6);
/** Within it: protocols such as Teredo, documentation, 6to4, AS112. */
const SPECIAL_V6 = "2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20"
  .split(" ")
  .map((text) => rangeOf(text, v6));

/**
 * Judges every address that a host name has: one that isn't on the public internet spoils all, since nobody
 * can say which of them `fetch` will take.
 */
export function judgeAddresses(addresses: string[]): { ok: true } | FeedRefused {
  if (addresses.length === 0) return feedRefused("unresolvable");
  return addresses.every(isPublic) ? { ok: true } : feedRefused("private_address");
}

function isPublic(text: string): boolean {
  const four = v4(text);
  if (four !== null) return !SPECIAL_V4.some((range) => isIn(four, range));
  const eight = v6(text);
  if (eight === null || !isIn(eight, GLOBAL_UNICAST)) return false;
  return !SPECIAL_V6.some((range) => isIn(eight, range)) && !isIsatap(eight);
}

/** RFC 5214: an interface id of `0:5efe` or `200:5efe` and an IPv4 address, to which a tunnel would lead. */
const isIsatap = (groups: readonly number[]): boolean =>
  (groups[4] === 0 || groups[4] === 0x0200) && groups[5] === 0x5efe;

/** Four decimal numbers, none written in another form, as two groups of 16 bits; null for anything else. */
function v4(text: string): number[] | null {
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = text.split(".").map(Number);
  return Math.max(a, b, c, d) > 255 ? null : [a * 256 + b, c * 256 + d];
}

/** Eight groups of 16 bits, as the URL parser reads the text; null for anything else, a zone's name too. */
function v6(text: string): number[] | null {
  const written = /^[\da-f:.]+$/i.test(text) ? URL.parse(`http://[${text}]`)?.hostname : undefined;
  if (written === undefined) return null;
  const [before = [], after = []] = written
    .slice(1, -1)
    .split("::")
    .map((half) => (half === "" ? [] : half.split(":").map((group) => Number.parseInt(group, 16))));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function rangeOf(text: string, read: (text: string) => number[] | null): Range {
  const [address = "", bits] = text.split("/");
  return { groups: read(address) ?? [], bits: Number(bits) };
}

/** Whether the first bits agree. */
const isIn = (groups: readonly number[], range: Range): boolean =>
  range.groups.every((group, index) => {
    const beyond = Math.min(16, Math.max(0, 16 * (index + 1) - range.bits));
    return group >> beyond === (groups[index] ?? 0) >> beyond;
  });
