import { expect, test } from "vitest";
import { freePort, requirePort } from "../../local/processes/free-port.ts";

const EPHEMERAL_FROM = 32_768;

test("a free port is never the one that this process has already been promised", async () => {
  const wanted = await requirePort(await freePort(), "127.0.0.1");
  const ports = await Promise.all(Array.from({ length: 400 }, () => freePort()));
  expect(new Set([wanted, ...ports]).size).toBe(401);
});

test("a free port lies outside what the system hands to outgoing connections", async () => {
  expect(await freePort()).toBeLessThan(EPHEMERAL_FROM);
});
