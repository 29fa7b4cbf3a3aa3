import { createMiddleware } from "hono/factory";
import { refusal } from "./reply.ts";

const BEARER = /^Bearer (\S+)$/i;

/** Lets the platform's clock and the operator in, who alone know CRON_SECRET. */
export function requireCronSecret(cronSecret: string) {
  return createMiddleware(async (c, next) => {
    const given = BEARER.exec(c.req.header("Authorization") ?? "")?.[1];
    if (given === undefined || !(await sameSecret(given, cronSecret))) {
      c.header("WWW-Authenticate", "Bearer");
      return refusal(c, { name: "bad_cron_secret" });
    }
    c.header("Cache-Control", "no-store");
    return await next();
  });
}

/** Compares by hash, so that neither content nor length shows in the time it takes. */
async function sameSecret(given: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(given), digest(expected)]);
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
