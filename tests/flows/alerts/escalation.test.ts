import { describe, expect, test } from "vitest";
import { acknowledgeAlert } from "../../../lib/alerts/act-on-alert.actions.ts";
import { ACK_HOURS, ASSIGNED_MINUTES, type EscalationStep } from "../../../lib/alerts/escalation.ts";
import type { Vault } from "../../../lib/kernel/ports.ts";
import { HOUR_MS, MINUTE_MS } from "../../../lib/kernel/time.ts";
import { handOverAlert } from "../../../lib/messages/hand-over.actions.ts";
import { writeNotices } from "../../../lib/messages/write-notices.actions.ts";
import { DOWN, openDelivery, PHONE, SENT } from "../../support/delivery.ts";
import { eachTest } from "../../support/each-test.ts";
import { addMember } from "../../support/fixtures.ts";
import { addOutsider } from "../../support/outsiders.ts";

const world = eachTest(openDelivery);

/** Dispatches once a minute. Returns what was sent, as `minute channel recipient`. */
async function night(minutes: number, answer = () => SENT) {
  const start = world.clock().getTime();
  const { handed, dispatch } = world.sender(answer);
  const seen: string[] = [];
  for (let minute = 0; minute <= minutes; minute += 1) {
    handed.length = 0;
    world.clock.set(new Date(start + minute * MINUTE_MS));
    await dispatch();
    seen.push(...handed.map(({ channel, recipient }) => `${minute} ${channel} ${recipient}`).toSorted());
  }
  return seen;
}
const leak = () => world.post({ flood1: true });
const alertId = async () => String((await world.alerts("leak"))[0]?.id);
const take = async (by = world.owner.userId) =>
  acknowledgeAlert(
    world.services,
    { householdId: world.home, actor: { type: "user", id: by, ip: null } },
    await alertId(),
    "page",
  );
const save = (steps: EscalationStep[]) =>
  world.database.sql`
    insert into escalations (household_id, steps, updated_at)
    values (${world.home}, ${JSON.stringify(steps)}, now())`;

describe("by default", () => {
  test("mails and texts a leak at once, texts nobody twice, and contacts outsiders after 15", async () => {
    await world.withPhone();
    const nora = await addOutsider(world.database, world.home);
    await leak();
    const { email } = world.owner;
    expect(await night(20)).toEqual([`0 email ${email}`, `0 sms ${PHONE}`, `15 email ${nora.address}`]);
  });

  test("texts after 5 minutes whoever wasn't reached by a text at once", async () => {
    await world.withPhone();
    await leak();
    const { handed, dispatch } = world.sender(({ recipient }) => (recipient === PHONE ? DOWN : SENT));
    await dispatch();
    expect(handed.map(({ channel }) => channel).toSorted()).toEqual(["email", "sms"]);
    world.clock.advance(5 * MINUTE_MS);
    expect((await night(0)).filter((line) => line.includes("sms"))).toHaveLength(1);
  });

  test("says nothing of water that isn't there now, and says it again as soon as it is", async () => {
    const nora = await addOutsider(world.database, world.home);
    await leak();
    await night(13);
    await world.post({ flood1: false });
    expect(await night(3)).toEqual([]);
    await leak();
    expect(await night(2)).toContainEqual(expect.stringContaining(nora.address));
  });

  test.each([true, false])(
    "tells outsiders the address of the emergency card, if they may see it: %s",
    async (isShared) => {
      await addOutsider(world.database, world.home);
      await addOutsider(world.database, world.home, {
        channel: "sms",
        address: "+15555550177",
        language: "es",
      });
      await world.database.query(
        "insert into emergency_cards (household_id, card, is_shared, version, updated_at) values ($1, $2, $3, 1, now())",
        [world.home, JSON.stringify({ places: { address: "12 Elm Street,\nDuluth." } }), isShared],
      );
      await leak();
      await night(14);
      const { handed, dispatch } = world.sender();
      world.clock.advance(MINUTE_MS);
      await dispatch();
      const said = handed.map(({ channel, content }) => [
        channel,
        content.text.includes("12 Elm Street, Duluth"),
      ]);
      expect(said.toSorted()).toEqual([
        ["email", isShared],
        ["sms", isShared],
      ]);
    },
  );

  test("says how cold it is now, not how cold it was", async () => {
    const nora = await addOutsider(world.database, world.home);
    await world.post({ temp1: 34 });
    await night(14);
    await world.post({ temp1: 31 });
    const { handed, dispatch } = world.sender();
    world.clock.advance(MINUTE_MS);
    await dispatch();
    const call = handed.find(({ recipient }) => recipient === nora.address);
    expect(JSON.stringify(call?.content)).not.toContain("34 °F");
  });

  test("whoever takes it on ends it", async () => {
    await world.withPhone();
    await addOutsider(world.database, world.home);
    await leak();
    expect(await night(6)).toHaveLength(2);
    expect((await take()).ok).toBe(true);
    expect(await night(60)).toEqual([]);
  });
});

test("does not send somebody what they did not ask for or agree to", async () => {
  await addOutsider(world.database, world.home, { name: "Attic", spaces: ["Attic"] });
  await addOutsider(world.database, world.home, { name: "Asked", confirmedAt: null });
  const plumber = await addOutsider(world.database, world.home, { tells: "leaks", spaces: ["Cellar"] });
  await world.post({ temp1: 20 });
  expect((await night(20)).filter((line) => line.includes("next-door"))).toEqual([]);
  await leak();
  expect((await night(20)).filter((line) => line.includes("next-door"))).toEqual([
    `15 email ${plumber.address}`,
  ]);
});

test("whatever the clocks do, a text that another instance hands over while a step is written is not sent again by the step", async () => {
  await world.withPhone();
  await save([
    { whom: "everybody", channels: ["email"], afterMinutes: 0 },
    { whom: "everybody", channels: ["sms"], afterMinutes: 4 },
    { whom: "everybody", channels: ["sms"], afterMinutes: 5 },
  ]);
  await leak();
  await night(3);
  world.clock.advance(MINUTE_MS);
  await writeNotices(world.services);
  world.clock.advance(MINUTE_MS);
  const sends = world.sender();
  let isFirst = true;
  const seal: Vault["seal"] = async (...what) => {
    if (isFirst) {
      isFirst = false;
      await sends.send();
    }
    return await world.services.serverVault.seal(...what);
  };
  await writeNotices({ ...world.services, serverVault: { ...world.services.serverVault, seal } });
  await sends.dispatch();
  expect(isFirst).toBe(false);
  expect(sends.handed.map(({ channel, recipient }) => `${channel} ${recipient}`)).toEqual([`sms ${PHONE}`]);
  const [step] = await world.database.sql`
    select notified_at is not null as notified from escalation_steps where place = 2`;
  expect(step).toEqual({ notified: true });
});

describe("where a provider is down", () => {
  test("the next step goes out at once, until one is reached", async () => {
    const nora = await addOutsider(world.database, world.home, { channel: "sms", address: "+15555550177" });
    await world.withPhone();
    await leak();
    const { handed, dispatch } = world.sender(({ recipient }) => (recipient === nora.address ? SENT : DOWN));
    await dispatch();
    expect(handed.map(({ recipient }) => recipient)).toContain(nora.address);
    await dispatch();
    expect(handed.filter(({ recipient }) => recipient === nora.address)).toHaveLength(1);
  });

  test("a step that reached somebody else keeps the others waiting", async () => {
    const nora = await addOutsider(world.database, world.home);
    await world.withPhone();
    await leak();
    const { handed, dispatch } = world.sender(({ channel }) => (channel === "sms" ? DOWN : SENT));
    await dispatch();
    expect(handed.map(({ recipient }) => recipient)).not.toContain(nora.address);
  });
});

describe("an acknowledgement", () => {
  test("runs out after four hours: whoever had it is asked first, then everybody", async () => {
    const ben = await addMember(world.database, world.home, "member");
    await leak();
    await night(0);
    await take(ben.userId);
    world.clock.advance(ACK_HOURS * HOUR_MS - MINUTE_MS);
    expect(await night(0)).toEqual([]);
    world.clock.advance(MINUTE_MS);
    expect(await night(4)).toEqual([`0 email ${ben.email}`]);
    world.clock.advance(MINUTE_MS);
    expect((await night(0)).toSorted()).toEqual(
      [`0 email ${ben.email}`, `0 email ${world.owner.email}`].toSorted(),
    );
  });

  test.each(["delete from memberships", "update memberships set role = 'viewer'", "delete from users"])(
    "of somebody who may not take alerts on any more is nobody's: everybody is asked again. By %s",
    async (change) => {
      const ben = await addMember(world.database, world.home, "member");
      await leak();
      await night(0);
      await take(ben.userId);
      world.clock.advance(2 * MINUTE_MS);
      const column = change.endsWith("users") ? "id" : "user_id";
      await world.database.query(`${change} where ${column} = $1`, [ben.userId]);
      expect(await night(0)).toContain(`0 email ${world.owner.email}`);
    },
  );

  test("that was only assigned, and not answered, ends after ten minutes: everybody is asked, whoever has it like the others", async () => {
    const ben = await addMember(world.database, world.home, "member");
    await leak();
    await night(0);
    const member = { householdId: world.home, email: world.owner.email, name: null };
    const actor = { type: "user", id: world.owner.userId, ip: null } as const;
    await handOverAlert(world.services, { member, actor }, await alertId(), { user_id: ben.userId });
    await night(0);
    world.clock.advance(ASSIGNED_MINUTES * MINUTE_MS - 1);
    expect(await night(0)).toEqual([]);
    world.clock.advance(1);
    const { handed, dispatch } = world.sender();
    await dispatch();
    expect(handed.map(({ recipient }) => recipient).toSorted()).toEqual(
      [ben.email, world.owner.email].toSorted(),
    );
    expect(handed[0]?.content.subject).not.toContain("acknowledged");
  });

  test("that it outgrows tells whoever had it so at once, in words of their own, and everybody as usual", async () => {
    const ben = await addMember(world.database, world.home, "member");
    await save([{ whom: world.owner.userId, channels: null, afterMinutes: 0 }]);
    await world.post({ temp1: 36 });
    await night(0);
    const [cold] = await world.alerts("freeze");
    const actor = { type: "user", id: ben.userId, ip: null } as const;
    await acknowledgeAlert(world.services, { householdId: world.home, actor }, String(cold?.id), "page");
    world.clock.advance(HOUR_MS);
    await world.post({ temp1: 20 });
    const { handed, dispatch } = world.sender();
    await dispatch();
    const notified = Object.fromEntries(handed.map(({ recipient, content }) => [recipient, content.subject]));
    expect(Object.keys(notified).toSorted()).toEqual([ben.email, world.owner.email].toSorted());
    expect(notified[ben.email]).toMatch(/^It got worse since you acknowledged it: (?!Worse)/);
    expect(notified[world.owner.email]).toMatch(/^Worse: /);
  });

  test("of a contact outside the home runs out as a member's does: they are asked first, in words of their own", async () => {
    const nora = await addOutsider(world.database, world.home);
    await leak();
    await night(0);
    const actor = { type: "contact", id: nora.id, ip: null } as const;
    await acknowledgeAlert(world.services, { householdId: world.home, actor }, await alertId(), "link");
    world.clock.advance(ACK_HOURS * HOUR_MS);
    const { handed, dispatch } = world.sender();
    await dispatch();
    expect(handed.map(({ recipient }) => recipient)).toEqual([nora.address]);
    expect(handed[0]?.content.text).toContain("You said you'd help 4 hours ago, and it's still open.");
  });
});

test("a step does not text again who was sent the news within the minute, and texts everybody else", async () => {
  const ben = await addMember(world.database, world.home, "member");
  await world.withPhone();
  await world.withPhone(ben.userId, "+15555550101");
  await save([
    { whom: world.owner.userId, channels: ["email"], afterMinutes: 0 },
    { whom: world.owner.userId, channels: ["sms"], afterMinutes: 4 },
    { whom: "everybody", channels: ["sms"], afterMinutes: 5 },
  ]);
  await leak();
  const texts = async () => (await night(0)).filter((line) => line.includes("sms"));
  expect(await texts()).toEqual([]);
  world.clock.advance(4.5 * MINUTE_MS);
  expect(await texts()).toEqual([`0 sms ${PHONE}`]);
  world.clock.advance(0.5 * MINUTE_MS);
  expect(await texts()).toEqual(["0 sms +15555550101"]);
});
