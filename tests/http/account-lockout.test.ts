import { beforeEach, describe, expect, test } from "vitest";
import { accountApp } from "../../functions/account/app.ts";
import { BUDGET_LIMITS } from "../../lib/budget/limits.ts";
import { askForCode, mailTo, openAccount } from "../support/account.ts";
import { addMember } from "../support/fixtures.ts";
import { closedLimiter } from "../support/services.ts";

let people = 0;
let email: string;
/** The person's address, and the attacker's network. Each test has its own. */
let home: string;
let evil: string;

const account = await openAccount();
beforeEach(async () => {
  people += 1;
  email = `victim${people}@example.com`;
  home = `10.${people}.0.7`;
  evil = `172.${people}.0.66`;
  account.clock.advance(2 * 86_400_000);
  await account.database.sql`delete from sending_counts`;
});

type Asked = { code: string; challenge: string };
const ask = (from = home) => askForCode(account, email, from);
const withCode = ({ code, challenge }: Asked, from = home) =>
  account.call("POST", "/api/account/sign-in/code", {
    cookie: null,
    body: { email, code, challenge },
    headers: { "CF-Connecting-IP": from },
  });
const withLink = (token: string, from = home) =>
  account.call("POST", "/api/account/sign-in/link", {
    cookie: null,
    body: { token },
    headers: { "CF-Connecting-IP": from },
  });
const wrong = ({ code, challenge }: Asked): Asked => ({
  challenge,
  code: String((Number(code) + 1) % 1_000_000).padStart(6, "0"),
});

/** Guesses with fresh challenges from one network; returns the statuses. */
async function guess(times: number, from: string): Promise<number[]> {
  const statuses: number[] = [];
  let own = await ask(from);
  for (let tried = 0; tried < times; tried += 1) {
    if (tried % 5 === 0) own = await ask(from);
    statuses.push((await withCode(wrong(own), from)).status);
  }
  return statuses;
}
const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

describe("a stranger who knows an address", () => {
  test("ends neither its code nor its link by asking for codes of their own and guessing", async () => {
    const mine = await ask();
    await guess(30, evil);
    expect((await withCode(mine)).status).toBe(200);
    const again = await ask();
    await guess(30, evil);
    expect((await withLink(again.link)).status).toBe(200);
  });

  test("cannot try the code that another browser asked for", async () => {
    const mine = await ask();
    const theirs = await ask(evil);
    expect((await withCode({ ...mine, challenge: theirs.challenge }, evil)).status).toBe(401);
    expect((await withCode(mine)).status).toBe(200);
  });

  test("learns until when no code is accepted, and the link still works", async () => {
    expect(await guess(10, evil)).toEqual(Array(10).fill(401));
    const own = await ask(evil);
    const refused = await withCode(wrong(own), evil);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get("Retry-After"));
    expect(await refused.json()).toEqual({
      error: `Too many wrong codes: use the link in the mail, or try again in ${seconds} s`,
    });
    expect((await withLink(own.link, evil)).status).toBe(200);
    account.clock.advance(seconds * 1_000);
    const next = await ask(evil);
    expect((await withCode(wrong(next), evil)).status).toBe(401);
    expect((await withCode(next, evil)).status).toBe(200);
  });

  test("gets no more guesses by asking at once, or from many networks", async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(`172.30.${index}.9`)));
    const guesses = asked.flatMap((own, index) =>
      Array.from({ length: 5 }, () => withCode(wrong(own), `172.30.${index}.9`)),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([20, 20]);
  });

  test("delays nobody who signs in from where they have done so before", async () => {
    await withLink((await ask()).link);
    for (const network of ["172.31.1.9", "172.31.2.9", "172.31.3.9", "172.31.4.9"]) await guess(5, network);
    const elsewhere = await ask("203.0.113.200");
    expect((await withCode(elsewhere, "203.0.113.200")).status).toBe(429);
    expect((await withCode(await ask())).status).toBe(200);
  });
});

test("one network has twenty wrong codes a day for all addresses together", async () => {
  const statuses: number[] = [];
  for (let victim = 0; victim < 8; victim += 1) {
    email = `spray${people}.${victim}@example.com`;
    const own = await ask(evil);
    for (let tried = 0; tried < 4; tried += 1) statuses.push((await withCode(wrong(own), evil)).status);
  }
  expect([count(statuses, 401), count(statuses, 429)]).toEqual([20, 12]);
  const neighbor = evil.replace(/\d+$/, "67");
  expect((await withCode(await ask(neighbor), neighbor)).status).toBe(429);
  expect((await withCode(await ask())).status).toBe(200);
});

test("a thousand wrong codes a day in all stop the strangers alone", async () => {
  await withLink((await ask()).link);
  await account.database.sql`insert into sending_counts (channel, scope, subject, period, sent)
     values ('sign_in_code', 'instance', '', ${account.clock().toISOString().slice(0, 10)}, 1000)`;
  const elsewhere = await ask("203.0.113.201");
  const refused = await withCode(elsewhere, "203.0.113.201");
  expect(refused.status).toBe(429);
  expect((await withLink(elsewhere.link, "203.0.113.201")).status).toBe(200);
  expect((await withCode(await ask())).status).toBe(200);
});

describe("where nobody tells the callers' addresses", () => {
  const untold = () => accountApp({ ...account.services, edge: "none", limiter: closedLimiter });
  const request = (address: string) =>
    account.call("POST", "/api/account/sign-in", { cookie: null, app: untold(), body: { email: address } });

  test("one caller shuts out newcomers at most, never a member, and nobody sees the difference", async () => {
    await addMember(account.database, account.home, "viewer", email);
    const statuses: number[] = [];
    for (let asked = 0; asked <= BUDGET_LIMITS.signInMailsByHostPerHour; asked += 1)
      statuses.push((await request(`nobody${asked}.${email}`)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await mailTo(account, `nobody${BUDGET_LIMITS.signInMailsByHostPerHour}.${email}`)).toBeNull();
    expect((await request(email)).status).toBe(200);
    expect(await mailTo(account, email)).not.toBeNull();
  });
});
