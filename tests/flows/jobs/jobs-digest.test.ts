import { beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../../functions/ingest/app.ts";
import { publicApp } from "../../../functions/public/app.ts";
import { v1App } from "../../../functions/v1/app.ts";
import { type JobAsk, runJob } from "../../../lib/jobs/run-job.actions.ts";
import {
  addDevice,
  addHome,
  addMember,
  signIn,
  type TestDevice,
  type TestMember,
} from "../../support/fixtures.ts";
import { type JobHouse, openJobs, runsOf } from "../../support/jobs.ts";
import { postTo } from "../../support/readings.ts";
import { testServices } from "../../support/services.ts";

const HOUR_MS = 3_600_000;
const MONDAY = "2026-11-23T08:00:01Z";

let house: JobHouse;
let home: string;
let device: TestDevice;
beforeEach(async () => {
  house = await openJobs("2026-11-16T00:00:00Z");
  home = await addHome(house.database);
  await addMember(house.database, home, "owner", "ada@example.com");
  device = await addDevice(house.database, home, { name: "Cellar node", space: "Cellar" });
  await settle();
});

const post = (body: unknown, to = device) => postTo(ingestApp(house.services), to, body);
const digest = (ask: JobAsk = { trigger: "clock", at: house.clock() }) =>
  runJob(house.services, "weekly-digest", ask);
const mails = () => house.sent.filter(({ content }) => content.unsubscribeUrl !== undefined);
const readers = () =>
  mails()
    .map(({ recipient }) => recipient)
    .toSorted();

/** Makes every home old, by the test's clock and not by today's date. */
const settle = () =>
  house.database.sql`update households set time_zone = 'America/Chicago', created_at = '2025-01-01'`;

/** Saves a member's choices as a browser would. */
async function chooseReports(member: TestMember, body: object) {
  const cookie = await signIn(house.database, member, house.clock());
  const services = { ...testServices(house.database, house.clock), ...house.services };
  const answer = await v1App(services).request("/api/v1/notifications", {
    method: "PATCH",
    headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

/** Posts a week of readings, one every three hours: 45 °F, except one of 36 °F on Wednesday. */
async function week() {
  for (let hour = 12; hour < 7 * 24; hour += 3) {
    house.clock.set(new Date(Date.parse("2026-11-16T00:00:00Z") + hour * HOUR_MS));
    await post({ temp1: hour === 60 ? 36 : 45, battery: 62 });
  }
}

describe("the weekly digest", () => {
  test("of a week before the home existed is not sent, and of its first days is", async () => {
    await week();
    await house.database.sql`update households set created_at = '2026-11-23T06:30:00Z'`;
    house.clock.set(MONDAY);
    await digest();
    expect(mails()).toEqual([]);
    await house.database.sql`update households set created_at = '2026-11-22T12:00:00Z'`;
    await digest({ trigger: "manual" });
    expect(mails()).toHaveLength(1);
  });

  test("tells of a week: its lows, alerts, batteries and forecast", async () => {
    await week();
    house.clock.set(MONDAY);
    await house.database.sql`update households set latitude = 46.8, longitude = -92.1`;
    const low = { at: new Date("2026-11-24T12:00:00Z"), temperatureC: -21 };
    const services = { ...house.services, forecast: async () => [low] };
    await runJob(services, "weekly-digest", { trigger: "clock", at: house.clock() });
    const [mail, ...others] = mails();
    expect([mail?.recipient, others]).toEqual(["ada@example.com", []]);
    const { subject, text, html, unsubscribeUrl } = mail?.content ?? { subject: "", text: "" };
    expect(subject).toBe("1 alert, coldest 36 °F (Ada's home)");
    expect(text).toContain("Coldest: Cellar, 36 °F, Wed 6:00 AM.");
    expect(text).toMatch(/low 36 °F \(Wed 6:00 AM\), .*, below 40 °F for 3 h/);
    expect(text).toContain("- Temperature (Cellar): 1 × freeze");
    expect(text).toContain("Lowest battery: Cellar node, 62%");
    expect(text).toContain("Forecast low: -5.8 °F, Tue 6:00 AM");
    expect(html).toContain("<");
    expect(unsubscribeUrl).toMatch(/^https:\/\/hearth\.example\.net\/api\/digest\/unsubscribe\/[\w.-]+$/);
  });

  test("goes out once a week and member, however often its tick fires, at once or by hand", async () => {
    await addMember(house.database, home, "viewer", "ben@example.com");
    await week();
    house.clock.set(MONDAY);
    await Promise.all([digest(), digest(), digest()]);
    house.clock.advance(HOUR_MS);
    await digest({ trigger: "manual" });
    expect(readers()).toEqual(["ada@example.com", "ben@example.com"]);
    house.clock.set("2026-11-30T08:00:01Z");
    await digest();
    expect(mails()).toHaveLength(4);
  });

  test("is made good by the hourly job where its trigger was missed, and given up after two days", async () => {
    await week();
    const hourly = () => runJob(house.services, "maintenance", { trigger: "clock", at: house.clock() });
    await hourly();
    house.clock.set("2026-11-23T15:00:01Z");
    await hourly();
    expect(mails()).toHaveLength(1);
    house.clock.set("2026-12-02T09:00:01Z");
    await hourly();
    expect(mails()).toHaveLength(1);
    expect(await runsOf(house, "weekly-digest")).toHaveLength(1);
  });

  test("is queued for no home that is deleted while it is written", async () => {
    await week();
    house.clock.set(MONDAY);
    await house.database.sql`update households set latitude = 46.8, longitude = -92.1`;
    const forecast = async () => house.database.sql`delete from households returning 1`.then(() => []);
    await runJob({ ...house.services, forecast }, "weekly-digest", { trigger: "manual" });
    expect(mails()).toEqual([]);
  });

  test("goes on where a run that died has stopped", async () => {
    await week();
    const other = await addHome(house.database, "Cleo's home", "free");
    await settle();
    await addMember(house.database, other, "owner", "cleo@example.com");
    await post({ temp1: 60 }, await addDevice(house.database, other));
    house.clock.set(MONDAY);
    let written = 0;
    const { linkTokens } = house.services;
    const sign: typeof linkTokens.sign = async (kind, claim) => {
      written += 1;
      if (written > 1) throw new Error("out of time");
      return linkTokens.sign(kind, claim);
    };
    const dying = { ...house.services, linkTokens: { ...linkTokens, sign } };
    const ask: JobAsk = { trigger: "clock", at: house.clock() };
    await expect(runJob(dying, "weekly-digest", ask)).rejects.toThrow("out of time");
    await runJob(house.services, "weekly-digest", ask);
    expect(readers()).toEqual(["ada@example.com", "cleo@example.com"]);
  });

  test("does not go to a home that has been silent for half a year", async () => {
    await week();
    house.clock.set("2027-06-07T08:00:01Z");
    expect(await digest()).toMatchObject({ counts: { homes: 0, mails: 0 } });
  });

  test("by the month and the quarter goes to those who have asked, once", async () => {
    const ben = await addMember(house.database, home, "viewer", "ben@example.com");
    await chooseReports(ben, { monthly_report: true, weekly_digest: false });
    await week();
    const hourly = () => runJob(house.services, "maintenance", { trigger: "clock", at: house.clock() });
    await hourly();
    house.clock.set("2026-12-01T12:00:01Z");
    await hourly();
    house.clock.advance(HOUR_MS);
    await hourly();
    const reports = (kind: string) =>
      house.database.sql<{ id: string; recipient: string }>`
        select id, recipient from outbox where kind = ${kind}`;
    const monthly = await reports("monthly_report");
    expect(monthly.map(({ recipient }) => recipient)).toEqual(["ben@example.com"]);
    const mail = mails().find(({ id }) => id === monthly[0]?.id);
    expect(mail?.content.text).toContain("Nov 1 – 30, 2026");
    expect(mail?.content.text).toContain("low 36 °F");
    await chooseReports(ben, { quarterly_report: true, monthly_report: false });
    // Free no longer keeps the alerts of the quarter before.
    await house.database.sql`update households set plan = 'free'`;
    house.clock.set("2027-01-01T12:00:01Z");
    await hourly();
    expect(await reports("quarterly_report")).toMatchObject([{ recipient: "ben@example.com" }]);
    expect(mails().at(-1)?.content.text).toMatch(
      /Oct 1 – Dec 31, 2026.*- Alerts: 1 \(1 freeze\), 6 h in all\n/s,
    );
  });
});

describe("the link in a digest", () => {
  const token = async () => {
    await week();
    house.clock.set(MONDAY);
    await digest();
    return mails()[0]?.content.unsubscribeUrl?.split("/").at(-1) ?? "";
  };
  const visit = async (method: string, at: string, accept = "*/*") => {
    const app = publicApp({ ...house.services });
    return app.request(`/api/digest/unsubscribe/${at}`, { method, headers: { Accept: accept } });
  };
  const wants = () => house.database.sql<{ notifications: object }>`select notifications from memberships`;

  test("asks, changes nothing when a scanner follows it, and ends the digests by one click", async () => {
    const link = await token();
    const asked = await visit("GET", link, "text/html");
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining("<button>")]);
    expect(await wants()).toEqual([{ notifications: {} }]);
    for (let click = 0; click < 2; click += 1) {
      const ended = await visit("POST", link);
      expect([ended.status, await ended.json()]).toEqual([200, { ok: true }]);
    }
    expect(await wants()).toEqual([{ notifications: { weeklyDigest: false } }]);
    house.clock.set("2026-11-30T08:00:01Z");
    await post({ temp1: 44 });
    await digest();
    expect(mails()).toHaveLength(1);
  });

  test("of somebody else's making is refused", async () => {
    const link = await token();
    const forged = link.replace(".weekly.", ".monthly.");
    for (const wrong of [forged, "nothing", `${link}x`]) {
      for (const method of ["GET", "POST"]) {
        const answer = await visit(method, wrong);
        expect([answer.status, await answer.json()]).toEqual([
          404,
          { error: "This link is unknown or no longer valid" },
        ]);
      }
      expect((await visit("POST", wrong, "text/html")).status).toBe(404);
    }
    expect(await wants()).toEqual([{ notifications: {} }]);
  });
});
