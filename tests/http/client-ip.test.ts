import { Hono } from "hono";
import { expect, test } from "vitest";
import { clientCountry, clientIp } from "../../functions/_http/caller.ts";
import { envOf } from "../../functions/_platform/variables.ts";
import type { Edge } from "../../lib/kernel/ports.ts";

const ask = async (edge: Edge, headers: Record<string, string>, told = clientIp) => {
  const app = new Hono().get("/", (c) => c.json(told(c, edge)));
  return await (await app.request("/", { headers })).json();
};

const FORGED = { "X-Forwarded-For": "10.0.0.1", Forwarded: "for=10.0.0.1" };
const OF_VERCEL = { "x-vercel-forwarded-for": "203.0.113.7", "x-real-ip": "203.0.113.7" };
const OF_CLOUDFLARE = { "CF-Connecting-IP": "203.0.113.7" };

test.each<[Edge, Record<string, string>, string | null]>([
  ["cloudflare", { ...FORGED, ...OF_CLOUDFLARE }, "203.0.113.7"],
  ["cloudflare", { ...FORGED, ...OF_VERCEL }, null],
  ["vercel", { ...FORGED, ...OF_VERCEL, "CF-Connecting-IP": "10.0.0.1" }, "203.0.113.7"],
  ["vercel", { ...FORGED, "x-real-ip": "2001:db8::1" }, "2001:db8::1"],
  ["none", { ...FORGED, ...OF_CLOUDFLARE, ...OF_VERCEL }, null],
  // Without its zone, a neighbor's link-local address is counted like any other.
  ["machine", { "X-Machine-Caller": "fe80::fc:1%eth0" }, "fe80::fc:1"],
  // An IPv4 address in the clothes of IPv6 is the same caller, and what is no address is none.
  ["cloudflare", { "CF-Connecting-IP": "::ffff:203.0.113.7" }, "203.0.113.7"],
  ...["", "localhost", "1.2.3.4<script>", "1".repeat(60), "' or 1=1"].map(
    (bad): [Edge, Record<string, string>, null] => ["cloudflare", { "CF-Connecting-IP": bad }, null],
  ),
])("the caller's address is the edge's word, and nobody else's: %s, %o", async (edge, headers, address) => {
  expect(await ask(edge, headers)).toBe(address);
});

test("the caller's country is the edge's word, where it knows one, and nobody's on one machine", async () => {
  const country = (edge: Edge, headers: Record<string, string>) => ask(edge, headers, clientCountry);
  const both = { "CF-IPCountry": "ES", "x-vercel-ip-country": "DE" };
  expect(await country("cloudflare", both)).toBe("ES");
  expect(await country("vercel", both)).toBe("DE");
  expect(await country("none", both)).toBeNull();
  for (const bad of ["XX", "T1", "es", "ESP", "", "<b"])
    expect(await country("cloudflare", { "CF-IPCountry": bad })).toBeNull();
});

test.each([
  [undefined, "none"],
  ["", "none"],
  ["none", "none"],
  ["cloudflare", "cloudflare"],
  ["vercel", "vercel"],
])("EDGE=%s is %s", (given, expected) => {
  const onVercel = { EDGE: given, VERCEL: "1" };
  expect(envOf("share", onVercel).EDGE).toBe(expected);
});

test("an EDGE that nobody knows starts nothing", () => {
  expect(() => envOf("share", { EDGE: "Cloudflare" })).toThrow(
    "EDGE must be one of none, cloudflare, vercel, machine",
  );
});
