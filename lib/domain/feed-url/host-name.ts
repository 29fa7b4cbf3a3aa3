import { type FeedRefused, feedRefused } from "./refusals.ts";

const NAME_CHARACTERS_MAX = 253;
const LABEL = /^[a-z\d_-]{1,63}$/;
const NUMERIC_LABEL = /^(\d+|0x[\da-f]*)$/;

const words = (text: string): string[] => text.split(" ");

/** Names that are no host of the public internet; each also covers everything below it. */
const PRIVATE_SUFFIXES = [
  // RFC 6761, 6762, 7686, 8375, 9476, what ICANN keeps back because homes and offices use it, router names.
  ...words("localhost local localdomain internal lan home home.arpa corp mail intranet private domain"),
  ...words("workgroup test invalid example onion alt arpa i2p belkin dlink fritz.box mshome.net"),
  // Container and cluster networks.
  ...words("svc cluster pod default docker consul kube kubernetes k8s minikube swarm rancher nomad"),
  // Cloud metadata services with a name under a public suffix.
  ...words("metadata.goog metadata.packet.net metadata.platformequinix.com metadata.tencentyun.com"),
  // Public names that answer with the address written in them, with loopback, or now with this and now with
  // that.
  ...words("nip.io sslip.io xip.io xip.name nip.direct backname.io traefik.me local-ip.co local-ip.sh"),
  ...words(
    "localtest.me lvh.me vcap.me fuf.me ulh.us lacolhost.com localho.st localh.st smackaho.st local.gd",
  ),
  ...words("localdev.me localhost.direct lcl.host yoogle.com 127-0-0-1.org.uk plex.direct ip.addr.tools"),
  ...words("rbndr.us 1u.ms rebind.it rebind.network rebinder.net"),
];

const isBelow = (name: string, suffix: string): boolean => name === suffix || name.endsWith(`.${suffix}`);

/**
 * `hostname` as the URL parser writes it: lower case, IDNA form, IPv6 in brackets; without a trailing dot.
 */
export function judgeHostName(hostname: string): { ok: true } | FeedRefused {
  const labels = hostname.split(".");
  // The parser turns every numeric form (octal, hex, short) into four decimal parts: one look is enough.
  if (hostname.startsWith("[") || NUMERIC_LABEL.test(labels.at(-1) ?? ""))
    return feedRefused("address_literal");
  const isName = hostname.length <= NAME_CHARACTERS_MAX && labels.every((label) => LABEL.test(label));
  if (!isName) return feedRefused("host_name");
  const isPrivate = labels.length < 2 || PRIVATE_SUFFIXES.some((suffix) => isBelow(hostname, suffix));
  return isPrivate ? feedRefused("private_name") : { ok: true };
}
