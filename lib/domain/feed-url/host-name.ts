import { type FeedRefused, feedRefused } from "./refusals.ts";

const NAME_CHARACTERS_MAX = 253;
const LABEL = /^[a-z\d_-]{1,63}$/;
const NUMERIC_LABEL = /^(\d+|0x[\da-f]*)$/;

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Names that are no host of the public internet; each also covers everything below it. */
const PRIVATE_SUFFIXES = [
  // RFC 6761, 6762, 7686, 8375, 9476 and what ICANN reserves because homes and offices use it.
  ...words("localhost local internal lan home home.arpa corp mail intranet private localdomain domain workgroup"),
  ...words("test invalid example onion alt arpa host belkin dlink fritz.box mshome.net i2p bit"),
  // Container and cluster networks.
  ...words("svc cluster pod docker consul kube k8s minikube swarm rancher nomad kubernetes default"),
  // Cloud metadata services that have a name under a public suffix.
  ...words("metadata.goog metadata.packet.net metadata.platformequinix.com metadata.tencentyun.com"),
  ...words("metadata.oraclecloud.com metadata.azure.com metadata.aws.com metadata.aliyun.com metadata.vultr.com"),
  ...words("metadata.digitalocean.com metadata.nic.scaleway.com api.metadata.cloud.ibm.com"),
  // Public names that answer with whatever address stands in them, with loopback, or with changing answers.
  ...words("nip.io sslip.io xip.io xip.name nip.direct backname.io traefik.me local-ip.co local-ip.sh local-ip.medicmobile.org"),
  ...words("localtest.me lvh.me vcap.me fuf.me ulh.us lacolhost.com localho.st localh.st smackaho.st local.gd"),
  ...words("localdev.me localhost.direct lcl.host yoogle.com fbi.com 127-0-0-1.org.uk plex.direct bc.googleusercontent.local"),
  ...words("rbndr.us 1u.ms rebind.it rebind.network rebinder.net dns-rebinding.com ip.addr.tools requestrepo.com"),
];

const isBelow = (name: string, suffix: string): boolean => name === suffix || name.endsWith(`.${suffix}`);

/** `hostname` as the URL parser writes it: lower case, IDNA form, IPv6 in brackets; without a trailing dot. */
export function judgeHostName(hostname: string): { ok: true } | FeedRefused {
  const labels = hostname.split(".");
  // The parser turns every numeric form (octal, hex, short) into four decimal parts: one look is enough.
  if (hostname.startsWith("[") || NUMERIC_LABEL.test(labels.at(-1) ?? "")) return feedRefused("address_literal");
  const isName = hostname.length <= NAME_CHARACTERS_MAX && labels.every((label) => LABEL.test(label));
  if (!isName) return feedRefused("host_name");
  const isPrivate = labels.length < 2 || PRIVATE_SUFFIXES.some((suffix) => isBelow(hostname, suffix));
  return isPrivate ? feedRefused("private_name") : { ok: true };
}
