import { Hono } from "hono";
import { expect, test } from "vitest";
import { clientIp, type Edge } from "../../functions/_http/client-ip.ts";

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

test("what is no address is none", async () => {
  for (const bad of ["", "localhost", "1.2.3.4<script>", "1".repeat(60), "' or 1=1"])
    expect(await ask("cloudflare", { "CF-Connecting-IP": bad })).toBeNull();
});
