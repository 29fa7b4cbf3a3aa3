import { accountApp } from "../../functions/account/app.ts";
import { groupOf } from "../../functions/all/paths.ts";
import { v1App } from "../../functions/v1/app.ts";
import type { MessageContent } from "../../lib/channels/content.ts";
import { actsApp } from "./acts.ts";
import { answerOf } from "./api.ts";
import { openTestDatabase } from "./database.ts";
import { addHome, addMember, signIn } from "./fixtures.ts";
import { serverVault, type TestClock, testClock, testServices } from "./services.ts";

type AccountCall = {
  cookie?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  app?: ReturnType<typeof accountApp | typeof v1App | typeof actsApp>;
};

/** The headers that a browser sends on our own page. */
const BROWSER = { "Sec-Fetch-Site": "same-origin", "CF-Connecting-IP": "203.0.113.7" };

/** Opens Ada's Pro home and Cleo's Free one, both signed in, with calls in their names. */
export async function openAccount(start = "2026-11-20T10:00:00Z") {
  const database = await openTestDatabase();
  const clock = testClock(start);
  const services = testServices(database, clock);
  const app = accountApp(services);
  const v1 = v1App(services);
  const acts = actsApp(services);
  const home = await addHome(database);
  const ada = await addMember(database, home, "owner", "ada@example.com");
  const otherHome = await addHome(database, "Cleo's home", "free");
  const cleo = await addMember(database, otherHome, "owner", "cleo@example.com");
  const cookie = await signIn(database, ada, clock());
  const otherCookie = await signIn(database, cleo, clock());
  const call = async (method: string, path: string, options: AccountCall = {}) => {
    const { cookie: as = cookie, body, headers = {} } = options;
    const own = path.startsWith("/acts/") ? acts : groupOf(path) === "v1" ? v1 : app;
    return (options.app ?? own).request(path, {
      method,
      headers: { ...BROWSER, ...(as === null ? {} : { Cookie: as }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  };
  /** Sends what our own page sends to `household`, `members` and so on; returns the answer. */
  const send = <T = Record<string, unknown>>(
    method: string,
    path: string,
    cookie: string | null,
    body?: unknown,
  ) => {
    const headers = { "Content-Type": "application/json" };
    return answerOf<T>(call(method, pathOf(path, method), { cookie, headers, body }));
  };
  const as = (member: Parameters<typeof signIn>[1]) => signIn(database, member, clock());
  return {
    database,
    clock,
    services,
    app,
    v1,
    acts,
    home,
    ada,
    cookie,
    otherHome,
    cleo,
    otherCookie,
    call,
    send,
    as,
  };
}

const OF_ONESELF = /^(sign-|session(\/|$)|passkey-|user\/export)/;
const OF_THE_HOME =
  /^\w+ (share-links|devices(?!.*callout)|sensors|notifications|deliveries|alert-settings|rules)|^(GET|PATCH) household|^GET plan/;

/** Returns the path: `/api/account/session`, `/api/v1/household`, and `/acts/members` for what only pages do. */
export const pathOf = (path: string, method = "GET"): string => {
  if (OF_ONESELF.test(path) || `${method} ${path}` === "POST passkeys") return `/api/account/${path}`;
  return OF_THE_HOME.test(`${method} ${path}`) ? `/api/v1/${path}` : `/acts/${path}`;
};

export type Account = Awaited<ReturnType<typeof openAccount>>;

/** Returns the newest mail to an address, as its reader sees it; null if none is queued. */
export async function mailTo(
  { database }: Pick<Account, "database">,
  email: string,
): Promise<MessageContent | null> {
  const [row] = await database.sql<{ id: string; sealed_message: string }>`
    select id, sealed_message from outbox where recipient = ${email} order by created_at desc, id limit 1`;
  const opened = row === undefined ? null : await serverVault.open("message", row.id, row.sealed_message);
  return opened === null ? null : (JSON.parse(opened.text) as MessageContent);
}

/** Returns the code and the link's token from the newest sign-in mail. */
export async function signInMailTo(account: Pick<Account, "database">, email: string) {
  const { text } = (await mailTo(account, email)) ?? { text: "" };
  return {
    code: /code: (\d{6})/.exec(text)?.[1] ?? "",
    link: /\/sign-in\/link\/(\w+)/.exec(text)?.[1] ?? "",
  };
}

/**
 * Asks for a code, a second after the last one so that "newest" is certain, and reads it. `challenge` is the caller's.
 */
export async function askForCode(account: Account & { clock: TestClock }, email: string, ip = "203.0.113.7") {
  account.clock.advance(1_000);
  const response = await account.call("POST", "/api/account/sign-in", {
    cookie: null,
    body: { email },
    headers: { "CF-Connecting-IP": ip },
  });
  const asked = (await response.clone().json()) as { challenge?: string };
  return { response, challenge: asked.challenge ?? "", ...(await signInMailTo(account, email)) };
}

/** Returns the `Cookie` header for a `Set-Cookie`; "" if there is none. */
export const cookieOf = (response: Response): string =>
  /^__Host-session=[^;]+/.exec(response.headers.get("Set-Cookie") ?? "")?.[0] ?? "";

/** Returns the household's activity, oldest first. */
export const activityOf = ({ database }: Pick<Account, "database">, householdId: string) =>
  database.sql<{ action: string; subject: string | null; actor_id: string | null; ip: string | null }>`
    select action, subject, actor_id, ip from activity where household_id = ${householdId} order by id`;
