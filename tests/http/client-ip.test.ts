import { Hono } from "hono";
import { expect, test } from "vitest";
import { clientCountry, clientIp } from "../../functions/_http/caller.ts";
import { envOf } from "../../functions/_platform/variables.ts";
import type { Edge } from "../../lib/kernel/ports.ts";

const ask = async (edge: Edge, headers: Record<string, string>) => {
  const app = new Hono().get("/", (c) => c.json(clientIp(c, edge)));
  return await (await app.request("/", { headers })).json();
};

test("the caller's address is the edge's word, and nobody else's", async () => {
  const forged = { "X-Forwarded-For": "10.0.0.1", Forwarded: "for=10.0.0.1" };
  expect(await ask("cloudflare", { ...forged, "CF-Connecting-IP": "203.0.113.7" })).toBe("203.0.113.7");
  expect(
    await ask("cloudflare", { ...forged, "x-real-ip": "10.0.0.1", "x-vercel-forwarded-for": "10.0.0.1" }),
  ).toBeNull();
  expect(
    await ask("vercel", {
      ...forged,
      "CF-Connecting-IP": "10.0.0.1",
      "x-vercel-forwarded-for": "203.0.113.7",
    }),
  ).toBe("203.0.113.7");
  expect(await ask("vercel", { ...forged, "x-real-ip": "2001:db8::1" })).toBe("2001:db8::1");
});

test("the caller's country is the edge's word, where it knows one, and nobody's on one machine", async () => {
  const country = async (edge: Edge, headers: Record<string, string>) => {
    const app = new Hono().get("/", (c) => c.json(clientCountry(c, edge)));
    return await (await app.request("/", { headers })).json();
  };
  const both = { "CF-IPCountry": "ES", "x-vercel-ip-country": "DE" };
  expect(await country("cloudflare", both)).toBe("ES");
  expect(await country("vercel", both)).toBe("DE");
  expect(await country("none", both)).toBeNull();
  for (const bad of ["XX", "T1", "es", "ESP", "", "<b"])
    expect(await country("cloudflare", { "CF-IPCountry": bad })).toBeNull();
});

test("an IPv4 address in the clothes of IPv6 is the same caller", async () => {
  expect(await ask("cloudflare", { "CF-Connecting-IP": "::ffff:203.0.113.7" })).toBe("203.0.113.7");
});

test("without an edge nobody's word is taken", async () => {
  const headers = {
    "CF-Connecting-IP": "203.0.113.7",
    "x-vercel-forwarded-for": "203.0.113.7",
    "x-real-ip": "203.0.113.7",
    "X-Forwarded-For": "203.0.113.7",
  };
  expect(await ask("none", headers)).toBeNull();
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

test("what is no address is none", async () => {
  for (const bad of ["", "localhost", "1.2.3.4<script>", "1".repeat(60), "' or 1=1"])
    expect(await ask("cloudflare", { "CF-Connecting-IP": bad })).toBeNull();
});
