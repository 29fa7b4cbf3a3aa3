import { createMiddleware } from "hono/factory";
import { refusal } from "./reply.ts";
import { sameSecret } from "./same-secret.ts";

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
