import { createPublicKey, verify as verifyByNode } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { v1App } from "../../functions/v1/app.ts";
import { answerCall } from "../../lib/alerts/responder/responder.actions.ts";
import { canonicalText } from "../../lib/evidence/chain.ts";
import { aesVault } from "../../lib/kernel/web-crypto.vendor.ts";
import type { Evidence, EvidenceKeys, EvidenceVerdict } from "../../schema/wire/evidence.ts";
import { addAlert, addDevice, addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { type House, openHouse } from "../support/house.ts";
import { addCallLink, addOutsider } from "../support/outsiders.ts";
import { readerOf } from "../support/reader.ts";

let house: House;
let home: string;
let ada: TestMember;
let alert: string;

beforeAll(async () => {
  house = await openHouse("2026-11-20T10:00:00Z");
});
afterAll(() => house.database.close());

/** A cellar that freezes, by the reading that says so; Ada has taken it on. */
beforeEach(async () => {
  home = await addHome(house.database, "Elm Street", "free");
  ada = await addMember(house.database, home, "owner");
  const { ingestKey } = await addDevice(house.database, home);
  for (const temp1 of [45, 34, 33]) {
    house.clock.advance(60_000);
    const init = { method: "POST", body: JSON.stringify({ temp1 }) };
    expect((await house.apps.ingest.request(`/api/ingest/${ingestKey}`, init)).status).toBe(200);
  }
  const [row] = await house.database.query<{ id: string }>(
    "select id from alerts where household_id = $1 and kind = 'freeze'",
    [home],
  );
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

/** A mail that arrived, a step that nobody needed, and a neighbor who is there. */
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
  await database.query(
    `insert into escalation_steps (alert_id, household_id, round, place, step, members_notified, due_at, notified_at, ended_at,
       message_ids)
     select $1, $2, 1, place, step, true, $3::timestamptz, case place when 0 then $3::timestamptz end,
       case place when 1 then $3::timestamptz end, case place when 0 then array[$4] else '{}' end
     from (values (0, '{"whom":"everybody","channels":null,"afterMinutes":0}'::jsonb),
       (1, '{"whom":"contacts","channels":null,"afterMinutes":15}'::jsonb)) as steps (place, step)`,
    [alert, home, at, `msg_${alert}`],
  );
  const nora = await addOutsider(database, home);
  const link = await addCallLink(database, { home, contact: nora.id, alerts: [alert], now: at });
  expect((await answerCall(house.ports, link, "there", null)).ok).toBe(true);
}

const arrivedOf = ({ messages }: Pick<Evidence["document"], "messages">) =>
  messages.find(({ provider_id: id }) => id === "re_123");

async function verdictOf(given: unknown): Promise<EvidenceVerdict> {
  const answer = await house.apps.public.request("/api/evidence/verify", {
    method: "POST",
    body: JSON.stringify(given),
    headers: { "CF-Connecting-IP": "203.0.113.7" },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as EvidenceVerdict;
}

const keys = async () =>
  (await (
    await house.apps.public.request("/.well-known/hearthwatch-evidence.json", {
      headers: { "CF-Connecting-IP": "203.0.113.7" },
    })
  ).json()) as EvidenceKeys;

describe("the document", () => {
  test("holds the readings, the decisions with their settings, the messages and who took it on", async () => {
    const { document } = await evidence();
    expect(document.readings.items.map(({ value, resolution }) => [value, resolution])).toEqual([
      [45, "raw"],
      [34, "raw"],
      [33, "raw"],
    ]);
    expect(document.sensors).toMatchObject([{ unit: "°F", device: "Cellar node" }]);
    const [opened] = document.evaluations;
    expect(opened).toMatchObject({ transition: "opened", severity: "critical", evidence: { value: 34 } });
    expect(document.rules).toMatchObject([{ version: opened?.rule_version, settings: { enabled: true } }]);
    expect(document.acknowledgements).toMatchObject([
      { action: "alert_acknowledged", by: { id: ada.userId } },
    ]);
    expect(document.cut).toEqual([]);
    expect(document.alert.title).toBe("Temperature (Cellar)");
  });

  test("names a message with the provider's number, its receipt and its step, and no whole address", async () => {
    await wholeNight();
    const text = JSON.stringify(await evidence());
    const { document } = JSON.parse(text) as Evidence;
    const arrived = arrivedOf(document);
    expect(arrived).toMatchObject({ channel: "email", state: "sent", attempts: 1, receipt: "delivered" });
    const messages = [arrived?.id];
    expect(document.escalation).toMatchObject([
      { round: 1, step: 1, whom: "everybody", name: null, channels: null, after_minutes: 0, messages },
      { round: 1, step: 2, whom: "contacts", after_minutes: 15, notified_at: null },
    ]);
    expect(text).not.toContain(ada.email);
    expect(text).not.toContain("v1.x");
  });

  test("tells what somebody outside the home answered, by their name", async () => {
    await wholeNight();
    const { document } = await evidence();
    expect(document.acknowledgements).toMatchObject([
      { action: "alert_acknowledged", details: { via: "api" } },
      { action: "responder_answered", by: { type: "contact", name: "Nora" }, details: { answer: "there" } },
    ]);
    const { html } = await (await readerOf(house, ada)).see(`/alerts/${alert}/evidence`);
    for (const said of ["Nora", "I&#39;m there", "sent, delivered", "Not needed"])
      expect(html).toContain(said);
  });

  test("is the same, byte for byte, until something new is known", async () => {
    const first = await evidence();
    expect(await evidence()).toEqual(first);
    await house.call("POST", "/api/v1/quiet/snooze", {
      cookie: await house.as(ada),
      body: { hours: 1 },
    });
    await addAlert(house.database, home);
    await house.database.query("update alerts set severity = 'warning' where id = $1", [alert]);
    const second = await evidence();
    expect(second.document.id).not.toBe(first.document.id);
    expect(second.document.chain.position).toBe(first.document.chain.position + 1);
  });

  test("can be checked without us: the signature is over its canonical text, by the published key", async () => {
    const { document, signature } = await evidence();
    const published = (await keys()).keys.find(({ key }) => key === signature.key);
    const key = createPublicKey({
      key: { kty: "OKP", crv: "Ed25519", x: published?.public_key ?? "" },
      format: "jwk",
    });
    const text = Buffer.from(canonicalText(document) ?? "");
    expect(verifyByNode(null, text, key, Buffer.from(signature.value, "base64url"))).toBe(true);
  });

  test("of another home, or of no alert, is not there", async () => {
    const other = await addAlert(house.database, await addHome(house.database));
    for (const id of [other.id, "alr_never"]) {
      const answer = await house.call("GET", `/api/v1/alerts/${id}/evidence`, {
        cookie: await house.as(ada),
      });
      expect(answer.status).toBe(404);
    }
  });

  test("is issued a hundred times a day and home, and no oftener", async () => {
    await house.database.query(
      `insert into evidence_documents (household_id, position, id, alert_id, day, content, digest, kid, issued_at)
       select $1, n, 'evi_' || $1 || n, 'alr_x', '2026-11-20', 'c' || n, 'd' || n, 'k', now()
       from generate_series(1, 100) n`,
      [home],
    );
    const answer = await house.call("GET", `/api/v1/alerts/${alert}/evidence`, {
      cookie: await house.as(ada),
    });
    expect(answer.status).toBe(429);
  });

  test("takes the next place of the chain each, when several are asked for at once", async () => {
    const others = await Promise.all([1, 2, 3].map(() => addAlert(house.database, home)));
    const issued = await Promise.all([alert, ...others.map(({ id }) => id)].map((id) => evidence(id)));
    expect(issued.map(({ document }) => document.chain.position).sort()).toEqual([1, 2, 3, 4]);
    for (const each of issued) expect((await verdictOf(each)).holds).toBe(true);
  });
});

describe("a check", () => {
  test("says that all holds of what was just issued", async () => {
    const given = await evidence();
    expect(await verdictOf(given)).toMatchObject({
      holds: true,
      document_id: given.document.id,
      checks: { signature: { is: "signed" }, record: { is: "recorded" }, chain: { is: "whole" } },
    });
  });

  test("does not mind how the document was written down, only what it says", async () => {
    const { document, signature } = await evidence();
    const turned = Object.fromEntries(Object.entries(document).toReversed());
    expect((await verdictOf({ signature, document: turned })).holds).toBe(true);
  });

  test("finds a change in each kind of what the document holds", async () => {
    await wholeNight();
    const given = await evidence();
    expect((await verdictOf(given)).holds).toBe(true);
    type Document = Evidence["document"];
    const changes: Record<string, (document: Document) => unknown> = {
      reading: ({ readings: { items } }) => Object.assign(items[0] ?? {}, { value: 46 }),
      "rule's setting": ({ rules }) => Object.assign(rules[0]?.settings ?? {}, { enabled: false }),
      "rule's version": ({ evaluations }) => Object.assign(evaluations[0] ?? {}, { rule_version: "0" }),
      "provider's id": ({ messages }) =>
        Object.assign(arrivedOf({ messages }) ?? {}, { provider_id: "re_124" }),
      receipt: ({ messages }) => Object.assign(arrivedOf({ messages }) ?? {}, { receipt: "failed" }),
      step: ({ escalation }) =>
        Object.assign(escalation[1] ?? {}, { notified_at: escalation[0]?.notified_at }),
      acknowledgement: ({ acknowledgements }) =>
        Object.assign(acknowledgements[0]?.details ?? {}, { via: "page" }),
      press: ({ acknowledgements }) =>
        Object.assign(acknowledgements[1]?.details ?? {}, { answer: "water_off" }),
    };
    for (const [name, change] of Object.entries(changes)) {
      const { document, signature } = structuredClone(given);
      change(document);
      expect(canonicalText(document), name).not.toBe(canonicalText(given.document));
      const { checks } = await verdictOf({ document, signature });
      expect([name, checks.signature.is, checks.record.is]).toEqual([name, "changed", "differs"]);
    }
  });

  test("finds a changed byte wherever it is", async () => {
    const text = JSON.stringify(await evidence());
    const places = [...text.matchAll(/[0-9a-z]/g)].filter((_, index) => index % 97 === 0);
    let looked = 0;
    for (const { index, 0: was } of places) {
      const changed = `${text.slice(0, index)}${was === "3" ? "4" : "3"}${text.slice(index + 1)}`;
      let given: unknown;
      try {
        given = JSON.parse(changed);
      } catch {
        continue;
      }
      const answer = await house.apps.public.request("/api/evidence/verify", {
        method: "POST",
        body: changed,
        headers: { "CF-Connecting-IP": "203.0.113.7" },
      });
      // A field's own name that is changed may make it no document at all.
      if (answer.status === 400) continue;
      expect([
        JSON.stringify(given).slice(index - 20, index + 20),
        ((await answer.json()) as EvidenceVerdict).holds,
      ]).toEqual([JSON.stringify(given).slice(index - 20, index + 20), false]);
      looked += 1;
    }
    expect(looked).toBeGreaterThan(10);
  }, 60_000);

  test("says of a key that was never ours that it does not know it", async () => {
    const { document, signature } = await evidence();
    const pair = await house.ports.signatures.generate();
    const bytes = new TextEncoder().encode(canonicalText(document) ?? "");
    const value = Buffer.from(await house.ports.signatures.sign(pair.privateKey, bytes)).toString(
      "base64url",
    );
    const verdict = await verdictOf({
      document,
      signature: { ...signature, key: "0123456789abcdef", value },
    });
    expect(verdict).toMatchObject({
      holds: false,
      checks: { signature: { is: "unknown_key", holds: false } },
    });
    const named = await verdictOf({ document, signature: { ...signature, value } });
    expect(named.checks.signature).toMatchObject({ is: "changed", holds: false });
    const none = await verdictOf({ document, signature: { ...signature, algorithm: "none" } });
    expect(none.checks.signature).toMatchObject({ is: "unknown_algorithm", holds: false });
  });

  test("finds that a document before it is missing from the record, and that one was changed there", async () => {
    const first = await evidence();
    house.clock.advance(86_400_000);
    await house.database.query("update alerts set severity = 'warning' where id = $1", [alert]);
    const second = await evidence();
    expect(second.document.chain).toMatchObject({
      position: 2,
      day: house.clock().toISOString().slice(0, 10),
    });
    expect((await verdictOf(second)).holds).toBe(true);
    await house.database.query("update evidence_documents set digest = 'x' where id = $1", [
      first.document.id,
    ]);
    expect(await verdictOf(second)).toMatchObject({ holds: false, checks: { chain: { is: "broken" } } });
    expect((await verdictOf(first)).checks.record).toMatchObject({ is: "differs", holds: false });
    await house.database.query("delete from evidence_documents where id = $1", [first.document.id]);
    expect(await verdictOf(second)).toMatchObject({
      holds: false,
      checks: { chain: { is: "missing_link" } },
    });
    expect(await verdictOf(first)).toMatchObject({
      holds: false,
      checks: { signature: { holds: true }, record: { is: "not_found" }, chain: { holds: null } },
    });
  });

  test("refuses what is no document, and a megabyte of one", async () => {
    for (const body of [
      "",
      "[]",
      '{"document":1}',
      '{"document":{"a":"\\ud800"},"signature":{"algorithm":"x","key":"","value":""}}',
    ]) {
      const answer = await house.apps.public.request("/api/evidence/verify", {
        method: "POST",
        body,
        headers: { "CF-Connecting-IP": "203.0.113.7" },
      });
      expect([body, answer.status]).toEqual([body, 400]);
    }
    const large = await house.apps.public.request("/api/evidence/verify", {
      method: "POST",
      body: JSON.stringify({ document: { a: "x".repeat(1_048_600) } }),
      headers: { "CF-Connecting-IP": "203.0.113.7" },
    });
    expect(large.status).toBe(413);
  });
});

describe("the key", () => {
  test("is another one once the server's secret was changed; what the old one signed still holds", async () => {
    const old = await evidence();
    const serverVault = aesVault({
      current: "another server secret of the tests, long enough",
      previous: "a server secret of the tests, long enough",
    });
    const fresh = await evidence(alert, v1App({ ...house.ports, serverVault }));
    expect(fresh.signature.key).not.toBe(old.signature.key);
    const published = await keys();
    expect(published.keys.map(({ key }) => key)).toEqual(
      expect.arrayContaining([old.signature.key, fresh.signature.key]),
    );
    expect(published.keys[0]).toMatchObject({ key: fresh.signature.key, until: null });
    expect((await verdictOf(old)).holds).toBe(true);
    expect((await verdictOf(fresh)).holds).toBe(true);
  });

  test("stands nowhere as it is: the store has it sealed", async () => {
    await evidence();
    const rows = await house.database.query<{ sealed_private_key: string }>("select * from evidence_keys");
    expect(rows.length).toBeGreaterThan(0);
    for (const { sealed_private_key: sealed } of rows) expect(sealed).toMatch(/^v1\./);
  });
});

describe("the page", () => {
  test("is for owners and managers, and says the document's number, key and how to check it", async () => {
    const { html } = await (await readerOf(house, ada)).see(`/alerts/${alert}/evidence`);
    const { document, signature } = await evidence();
    for (const notified of [document.id, signature.key, signature.value, "/api/evidence/verify"])
      expect(html).toContain(notified);
    const alertPage = await (await readerOf(house, ada)).see(`/alerts/${alert}`);
    expect(alertPage.html).toContain(`/alerts/${alert}/evidence`);
    for (const role of ["member", "viewer"] as const) {
      const reader = await readerOf(house, await addMember(house.database, home, role));
      expect((await reader.see(`/alerts/${alert}/evidence`)).status).toBe(403);
      expect((await reader.see(`/alerts/${alert}`)).html).not.toContain("/evidence");
    }
  });

  test("says settings in the reader's words and units, and nothing of how they work inside", async () => {
    const { html } = await (await readerOf(house, ada)).see(`/alerts/${alert}/evidence`);
    for (const said of [/Warn at or below: 40\.0.°F/, /A doubtful reading must last: 10 minutes/])
      expect(html).toMatch(said);
    for (const stored of ["sureMs", "closingReadings", "reopenQuietMs"]) expect(html).not.toContain(stored);
  });

  test("says a leak in words, and in no figures", async () => {
    const { ingestKey } = await addDevice(house.database, home, { name: "Sump node" });
    for (const flood1 of [false, true]) {
      house.clock.advance(60_000);
      const init = { method: "POST", body: JSON.stringify({ flood1 }) };
      await house.apps.ingest.request(`/api/ingest/${ingestKey}`, init);
    }
    const [leak] = await house.database.query<{ id: string }>(
      "select id from alerts where household_id = $1 and kind = 'leak'",
      [home],
    );
    const { html } = await (await readerOf(house, ada)).see(`/alerts/${leak?.id}/evidence`);
    expect(html).toContain("2 readings, from Dry to Wet.");
  });

  test("calls a sensor as the home's pages do, in the reader's language", async () => {
    for (const [language, name] of [
      ["en", "Temperature (Cellar)"],
      ["es", "Temperatura (Cellar)"],
    ] as const) {
      const { html } = await (await readerOf(house, ada, language)).see(`/alerts/${alert}/evidence`);
      expect([html.split(name).length > 3, html.includes("temp1")]).toEqual([true, false]);
    }
  });

  test("speaks Spanish", async () => {
    const { html } = await (await readerOf(house, ada, "es")).see(`/alerts/${alert}/evidence`);
    expect(html).toContain("Descargar el documento firmado");
    expect(html).toMatch(/Crítico a esta temperatura o menos: 35,0.°F/);
  });
});
