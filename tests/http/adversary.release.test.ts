import { describe, expect, test } from "vitest";
import { BUDGET_LIMITS } from "../../lib/budget/limits.ts";
import type { OutgoingMessage } from "../../lib/channels/ports.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import type { Channel } from "../../schema/vocabulary.ts";
import { channelsBy } from "../support/channels.ts";
import { addContactPoint } from "../support/contacts.ts";
import { eachTest } from "../support/each-test.ts";
import { addDevice, addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";

const DAY_MS = 86_400_000;
const NETWORK = "2001:db8:bad::/48";
const TRIALS = 100;
const ADAS_PHONE = "+12125550100";

const house = eachTest(openHouse);

/** Returns an address of the attacker's /48, each in its own /64. */
const addressOf = (subnet: number) => `2001:db8:bad:${subnet.toString(16)}::1`;

const ask = (email: string, ip: string) =>
  house.call("POST", "/api/account/sign-in", {
    cookie: null,
    body: { email },
    headers: { "CF-Connecting-IP": ip },
  });

/** Sends everything that is due, at two mails a second; returns each message with the second at which it went out. */
async function send() {
  const start = house.clock().getTime();
  const sent: { channel: Channel; recipient: string; seconds: number }[] = [];
  const by = (channel: Channel) => async (message: OutgoingMessage) => {
    sent.push({ channel, recipient: message.recipient, seconds: (house.clock().getTime() - start) / 1_000 });
    return { kind: "sent" as const, providerId: null };
  };
  const channels = channelsBy(by);
  const pause = async (ms: number) => house.clock.advance(ms);
  const sendingPolicy = { ...house.services.sendingPolicy, mailsPerSecond: 2 };
  await dispatch({ ...house.services, channels, pause, sendingPolicy }, "clock");
  return sent;
}

/** Opens a hundred homes on trial within an hour from the attacker's network, each with a leak sensor. */
const openTrials = () =>
  Promise.all(
    Array.from({ length: TRIALS }, async (_, index) => {
      const home = await addHome(house.database, `Trial ${index}`, "free");
      await house.database.sql`
        update households set trial_ends_at = ${new Date(house.clock().getTime() + 14 * DAY_MS)}, created_at
        = ${house.clock()}, opened_network = ${NETWORK} where id = ${home}`;
      const owner = await addMember(house.database, home, "owner", `box${index}@catch-all.example`);
      return { home, owner, cookie: await house.as(owner), ...(await addDevice(house.database, home)) };
    }),
  );

async function establish(home: string) {
  await house.database.sql`
    update households set created_at = ${new Date(house.clock().getTime() - 30 * DAY_MS)} where id = ${home}`;
  const device = await addDevice(house.database, home);
  await house.database.sql`
    update devices set created_at = ${new Date(house.clock().getTime() - 20 * DAY_MS)}, last_seen_at =
    ${house.clock()} where id = ${device.id}`;
  return device;
}

const leak = (ingestKey: string) => house.post({ ingestKey }, { flood1: true });

const texts = (sent: { channel: Channel }[]) => sent.filter(({ channel }) => channel === "sms");

describe("somebody with a /48, a catch-all domain and a hundred homes on trial", () => {
  test("gets as many codes as one network does, of the six hundred that they ask for", async () => {
    const trials = await openTrials();
    const answers: Response[] = [];
    for (let phone = 0; phone < 6; phone += 1)
      answers.push(
        ...(await Promise.all(
          trials.map(({ cookie }, home) =>
            house.call("POST", "/acts/contacts", {
              cookie,
              body: { channel: "sms", address: `+1212${2_000_000 + home * 10 + phone}` },
              headers: { "CF-Connecting-IP": addressOf(home) },
            }),
          ),
        )),
      );
    const statuses = Object.groupBy(answers, ({ status }) => status);
    expect([statuses[201]?.length, statuses[429]?.length]).toEqual([20, 580]);
    expect(texts(await send())).toHaveLength(20);
  });

  test("cannot keep an established home's leak from being texted within a minute", async () => {
    const { id, ingestKey } = await establish(house.home);
    expect(id).toBeTruthy();
    await addContactPoint(house.database, house.ada.userId, "sms", ADAS_PHONE);
    const trials = await openTrials();
    for (const [index, { owner }] of trials.entries())
      await addContactPoint(house.database, owner.userId, "sms", `+1212${2_000_000 + index}`);
    for (let subnet = 0; subnet < 60; subnet += 1)
      await ask(`box${subnet}@catch-all.example`, addressOf(subnet));
    for (const trial of trials) expect((await leak(trial.ingestKey)).status).toBe(200);
    expect((await leak(ingestKey)).status).toBe(200);
    const sent = await send();
    const notified = sent.filter(({ recipient }) => recipient === ADAS_PHONE);
    expect(notified).toHaveLength(1);
    expect(notified[0]?.seconds).toBeLessThan(60);
    const mailed = sent.find(({ recipient }) => recipient === house.ada.email);
    expect(mailed?.seconds).toBeLessThan(60);
    // A network's young homes share a tenth of the day's texts, whatever their number.
    expect(texts(sent).length - 1).toBe(50);
  });

  test("keeps no newcomer elsewhere waiting by asking for mails", async () => {
    for (let subnet = 0; subnet < 60; subnet += 1)
      await ask(`box${subnet}@catch-all.example`, addressOf(subnet));
    expect((await ask("honest@example.org", "198.51.100.7")).status).toBe(200);
    const honest = (await send()).find(({ recipient }) => recipient === "honest@example.org");
    expect(honest?.seconds).toBeLessThan(2);
  });
});

test("a young home's alarms are mailed as often as its day allows, and another home's leak is mailed still", async () => {
  const [trial] = await openTrials();
  if (trial === undefined) throw new Error("There are a hundred");
  const members = 60;
  for (let member = 0; member < members; member += 1)
    await addMember(house.database, trial.home, "member", `many${member}@catch-all.example`);
  let mailed = 0;
  for (let leaks = 1; leaks <= 8; leaks += 1) {
    const body = JSON.stringify({ [`flood${leaks}`]: true });
    await house.apps.ingest.request(`/api/ingest/${trial.ingestKey}`, { method: "POST", body });
    mailed += (await send()).filter(({ channel }) => channel === "email").length;
  }
  expect(mailed).toBe(2 * BUDGET_LIMITS.youngHomeMessagesPerDay);
  const [kept] = await house.database.query<{ unsent: number; readers: number }>(
    `select count(*)::integer as unsent, count(distinct recipient)::integer as readers from outbox
     where household_id = '${trial.home}' and state = 'dropped' and last_error = 'used_up'`,
  );
  // One for each reader, although there were more.
  expect(kept?.unsent).toBeGreaterThan(0);
  expect(kept?.unsent).toBe(kept?.readers);
  const { ingestKey } = await establish(house.home);
  expect((await leak(ingestKey)).status).toBe(200);
  expect((await send()).map(({ recipient }) => recipient)).toContain(house.ada.email);
});

describe("one mailbox that a hundred homes know", () => {
  const invite = (cookie: string, email: string) =>
    house.call("POST", "/acts/invitations", { cookie, body: { email, role: "viewer" } });
  const askContact = (cookie: string, address: string) =>
    house.call("POST", "/acts/home-contacts", {
      cookie,
      body: { name: "Neighbor", channel: "email", address, language: "en" },
    });

  test("that wants no more invitations gets none at another spelling of it either", async () => {
    const [trial, other] = await openTrials();
    if (trial === undefined || other === undefined) throw new Error("There are a hundred");
    const token = await house.services.linkTokens.sign("decline", {
      householdId: trial.home,
      email: "a.d.a+x@gmail.com",
    });
    await house.apps.public.request(`/api/invitations/decline/${token}?from=all`, { method: "POST" });
    const refused = [
      await invite(other.cookie, "ada@gmail.com"),
      await invite(other.cookie, "ada+2@googlemail.com"),
      await askContact(other.cookie, "a.da+z@gmail.com"),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect((await send()).filter(({ recipient }) => recipient.includes("gmail.com"))).toEqual([]);
  });
});
