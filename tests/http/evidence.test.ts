import { createPublicKey, verify as verifyByNode } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { v1App } from "../../functions/v1/app.ts";
import { canonicalText } from "../../lib/evidence/canonical-text.ts";
import { evidenceSigner } from "../../lib/evidence/ed25519.vendor.ts";
import { HOUR_MS } from "../../lib/kernel/time.ts";
import { answerHelp } from "../../lib/sharing/responder/responder.actions.ts";
import type { Evidence, EvidenceKeys } from "../../schema/wire/evidence.ts";
import { addDevice, addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { addAlertLink, addOutsider } from "../support/outsiders.ts";
import { readerOf } from "../support/reader.ts";

let home: string;
let ada: TestMember;
let alert: string;

const house = await openHouse();

/** A freezing cellar whose alert Ada has acknowledged. */
beforeEach(async () => {
  home = await addHome(house.database, "Elm Street", "free");
  ada = await addMember(house.database, home, "owner");
  const { ingestKey } = await addDevice(house.database, home);
  for (const temp1 of [45, 34, 33]) {
    house.clock.advance(60_000);
    expect((await house.post({ ingestKey }, { temp1 })).status).toBe(200);
  }
  const [row] = await house.database.sql<{ id: string }>`
    select id from alerts where household_id = ${home} and kind = 'freeze'`;
  alert = row?.id ?? "";
  await house.call("POST", `/api/v1/alerts/${alert}/ack`, { cookie: await house.as(ada) });
});

async function evidence(id = alert, app?: ReturnType<typeof v1App>): Promise<Evidence> {
  const answer = await house.call("GET", `/api/v1/alerts/${id}/evidence`, {
    cookie: await house.as(ada),
    ...(app === undefined ? {} : { app }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Evidence;
}

/** Adds a delivered mail, an escalation step that wasn't needed, and a neighbor who has arrived. */
async function wholeNight(): Promise<void> {
  const { database } = house;
  const at = house.clock();
  await database.query(
    `insert into outbox (id, household_id, channel, recipient, dedupe_key, kind, sealed_message, state, attempts,
       next_attempt_at, created_at, settled_at, provider_id, alert_ids, receipt, receipt_at)
     values ($1, $2, 'email', $3, $1, 'freeze_opened', 'v1.x', 'sent', 1, now(), $4, $4, 're_123', array[$5],
       'delivered', $4)`,
    [`msg_${alert}`, home, ada.email, at, alert],
  );
  await database.sql`
    insert into escalation_steps (alert_id, household_id, round, place, step, members_notified, due_at,
    notified_at, ended_at) select ${alert}, ${home}, 1, place, step, true, ${at}::timestamptz, case place
    when 0 then ${at}::timestamptz end, case place when 1 then ${at}::timestamptz end
    from (values (0, '{"whom":"everybody","channels":null,"afterMinutes":0}'::jsonb), (1,
    '{"whom":"contacts","channels":null,"afterMinutes":15}'::jsonb)) as steps (place, step)`;
  house.clock.advance(1_000);
  const nora = await addOutsider(database, home);
  const link = await addAlertLink(database, { home, contact: nora.id, alerts: [alert] });
  expect((await answerHelp(house.services, link, "there", null)).ok).toBe(true);
}

const arrivedOf = ({ timeline }: Pick<Evidence["document"], "timeline">) =>
  timeline.find(({ receipt }) => receipt === "delivered");

const keys = async () =>
  (await (
    await house.apps.public.request("/.well-known/hearthwatch-evidence.json", {
      headers: { "CF-Connecting-IP": "203.0.113.7" },
    })
  ).json()) as EvidenceKeys;

describe("the document", () => {
  test("holds the readings, the decisions and who took it on", async () => {
    const { document } = await evidence();
    expect(document.readings.items.map(({ value, resolution }) => [value, resolution])).toEqual([
      [45, "raw"],
      [34, "raw"],
      [33, "raw"],
    ]);
    expect(document.sensors).toMatchObject([{ unit: "°F", device: "Cellar node" }]);
    const [opened] = document.decisions;
    expect(opened).toMatchObject({ transition: "opened", severity: "critical", evidence: { value: 34 } });
    expect(document.timeline).toMatchObject([
      { type: "decision", what: "opened" },
      { type: "acknowledged", via: "api" },
    ]);
    expect(document.readings.complete).toBe(true);
    expect(document.alert.title).toBe("Temperature (Cellar)");
  });

  test.each([
    ["from six hours before it to an hour after its end", 10, 9, [[-16, -8]]],
    ["up to now where it has not ended", 1, null, [[-7, 0]]],
    [
      "around its beginning and its end where it was long",
      22,
      4,
      [
        [-28, -20],
        [-6, -3],
      ],
    ],
  ])("holds the readings %s", async (_, openedBefore, endedBefore, spans) => {
    const hoursAgo = (hours: number) => new Date(house.clock().getTime() - hours * HOUR_MS).toISOString();
    await house.database.sql`
      update alerts set opened_at = ${hoursAgo(openedBefore)}, closed_at = ${endedBefore && hoursAgo(endedBefore)}
      where id = ${alert}`;
    const { readings } = (await evidence()).document;
    const fromNow = (at: string) => Math.round((Date.parse(at) - house.clock().getTime()) / HOUR_MS);
    expect(readings.spans.map(({ from, to }) => [fromNow(from), fromNow(to)])).toEqual(spans);
  });

  test("names a message with its receipt, whom the escalation reached and who answered, and no whole address", async () => {
    await wholeNight();
    const text = JSON.stringify(await evidence());
    const { document } = JSON.parse(text) as Evidence;
    expect(arrivedOf(document)).toMatchObject({ channel: "email", state: "sent" });
    expect(document.timeline.slice(1).map(({ type, what }) => [type, what])).toEqual(
      expect.arrayContaining([
        ["acknowledged", null],
        ["press", "there"],
      ]),
    );
    expect(document.timeline.find(({ type }) => type === "press")?.who).toBe("Nora");
    expect(text).not.toContain(ada.email);
    expect(text).not.toContain("v1.x");
    const { html } = await (await readerOf(house, ada)).see(`/alerts/${alert}/evidence`);
    for (const said of ["Nora is there", "sent · delivered", "at or below the critical limit of 35 °F"])
      expect(html).toContain(said);
  });

  test("keeps its number until something new is known", async () => {
    await house.database.sql`update alerts set closed_at = ${house.clock()} where id = ${alert}`;
    const first = await evidence();
    house.clock.advance(5 * 60_000);
    expect((await evidence()).document.id).toBe(first.document.id);
    await house.database.sql`update alerts set severity = 'warning' where id = ${alert}`;
    expect((await evidence()).document.id).not.toBe(first.document.id);
  });

  test("is checked without us: the signature is over its canonical text, by the published key, and finds a change", async () => {
    await wholeNight();
    const { document, signature } = await evidence();
    const published = (await keys()).keys.find(({ x }) => x === signature.key);
    const key = createPublicKey({ key: { ...published }, format: "jwk" });
    const isSigned = (given: Evidence["document"]) =>
      verifyByNode(null, Buffer.from(canonicalText(given)), key, Buffer.from(signature.value, "base64url"));
    expect(isSigned(document)).toBe(true);
    expect(isSigned(Object.fromEntries(Object.entries(document).toReversed()) as typeof document)).toBe(true);
    const changes: ((document: Evidence["document"]) => unknown)[] = [
      ({ readings: { items } }) => Object.assign(items[0] ?? {}, { value: 46 }),
      ({ decisions }) => Object.assign(decisions[0]?.limit ?? {}, { value: 36 }),
      ({ timeline }) => Object.assign(arrivedOf({ timeline }) ?? {}, { receipt: "failed" }),
      ({ timeline }) => Object.assign(timeline.at(-1) ?? {}, { what: "water_off" }),
    ];
    for (const change of changes) {
      const changed = structuredClone(document);
      change(changed);
      expect(isSigned(changed)).toBe(false);
    }
  });
});

test("the key is another one once the server's secret was changed; the one before it is still published", async () => {
  const old = await evidence();
  const signer = evidenceSigner({
    current: "another server secret of the tests, long enough",
    previous: "a server secret of the tests, long enough",
  });
  const fresh = await evidence(alert, v1App({ ...house.services, evidenceSigner: signer }));
  expect(await signer.publicKeys()).toEqual([fresh.signature.key, old.signature.key]);
  expect(fresh.document.id).toBe(old.document.id);
});

describe("the page", () => {
  test("of an alert that is over says how long it lasted, and since when no more", async () => {
    const reader = await readerOf(house, ada);
    expect((await reader.see(`/alerts/${alert}`)).text).toContain("since Fri, Nov 20");
    house.clock.advance(2 * 3_600_000);
    await house.database.sql`update alerts set closed_at = ${house.clock()}::timestamptz where id = ${alert}`;
    const { text } = await reader.see(`/alerts/${alert}`);
    expect([text.includes("lasted 2 hours"), text.includes("since Fri")]).toEqual([true, false]);
  });

  test("has the readings around the alert, however long ago that was, as the alert's own page has", async () => {
    house.clock.advance(20 * 86_400_000);
    const reader = await readerOf(house, ada);
    for (const path of [`/alerts/${alert}`, `/alerts/${alert}/evidence`])
      expect((await reader.see(path)).html).toMatch(/Lowest 33\.0.°F · Highest 45\.0.°F/);
  });

  test("is for owners and managers, and says the document's number, key and how to check it", async () => {
    const { html } = await (await readerOf(house, ada)).see(`/alerts/${alert}/evidence`);
    const { document, signature } = await evidence();
    for (const shown of [document.id, signature.key, "/.well-known/hearthwatch-evidence.json"])
      expect(html).toContain(shown);
    const alertPage = await (await readerOf(house, ada)).see(`/alerts/${alert}`);
    expect(alertPage.html).toContain(`/alerts/${alert}/evidence`);
    for (const role of ["member", "viewer"] as const) {
      const reader = await readerOf(house, await addMember(house.database, home, role));
      expect((await reader.see(`/alerts/${alert}/evidence`)).status).toBe(403);
      expect((await reader.see(`/alerts/${alert}`)).html).not.toContain("/evidence");
    }
  });
});
