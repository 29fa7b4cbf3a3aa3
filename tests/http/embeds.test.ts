import ICAL from "ical.js";
import { beforeEach, describe, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { addAlert, addDevice, addHome, addShareLink, type TestDevice } from "../support/fixtures.ts";
import { type House, openHouse } from "../support/house.ts";
import { browserOf } from "../support/reader.ts";

const HOSTILE = `</text><script>alert(1)</script>"'&\u0000\u202e]]>`;

let house: House;
let app: ReturnType<typeof pagesApp>;
let home: string;
let device: TestDevice;
let token: string;
beforeEach(async () => {
  house = await openHouse();
  app = pagesApp(house.services);
  home = await addHome(house.database, "Ada's home");
  device = await addDevice(house.database, home, { name: "Cellar node", space: "Cellar" });
  token = await addShareLink(house.database, home, { scope: "history" });
});

const post = (body: unknown, to = device) => house.post(to, body);
const see = (path: string, headers: Record<string, string> = {}) => browserOf(app).see(path, headers);
const rename = (name: string) =>
  house.database.sql`update share_links set name = ${name.replaceAll("\u0000", "")}`;
/** Returns a badge's text for people who can't see it. */
const badge = async (query = "") =>
  /aria-label="([^"]*)"/.exec((await see(`/s/${token}/badge.svg${query}`)).html)?.[1];

describe("a badge", () => {
  test("says that all is well, and the worst alert as soon as there is one", async () => {
    await post({ temp1: 60 });
    expect(await badge()).toContain("All is well");
    await addAlert(house.database, home, { kind: "leak", severity: "critical", title: "Sump" });
    expect(await badge()).toContain("Water leak: Sump is wet");
  });

  test("is in the language that its address names", async () => {
    await post({ temp1: 50 });
    expect(await badge("?lang=es")).toContain("Todo");
  });

  test("is a picture without script, whatever the home and its sensors are called", async () => {
    await post({ temp1: 50 });
    await rename(HOSTILE);
    await house.database.sql`update sensors set label = ${HOSTILE.replaceAll("\u0000", "")}`;
    await addAlert(house.database, home, {
      kind: "leak",
      severity: "critical",
      title: HOSTILE.replaceAll("\u0000", ""),
    });
    const { html: text, headers } = await see(`/s/${token}/badge.svg`);
    expect(text).not.toMatch(/<script|onload|href|style=|\u202e/i);
    expect(text.match(/<(?!\/?(svg|title|clipPath|rect|g|text)\b)/g)).toBeNull();
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  test("is small, kept for a minute, sets no cookie and may stand on every site", async () => {
    const { html: text, headers } = await see(`/s/${token}/badge.svg?lang=es`);
    expect(text.length).toBeLessThan(1_500);
    expect(headers.get("Cache-Control")).toBe("public, max-age=60");
    expect(headers.get("Set-Cookie")).toBeNull();
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    const again = await see(`/s/${token}/badge.svg?lang=es`, { "If-None-Match": headers.get("ETag") ?? "" });
    expect(again.status).toBe(304);
  });

  test("ends with its link, and tells an ended one from none by nothing", async () => {
    await house.database.sql`update share_links set revoked_at = now()`;
    const ended = await see(`/s/${token}/badge.svg`);
    const never = await see(`/s/${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}/badge.svg`);
    expect([ended.status, ended.text]).toEqual([404, never.text]);
    expect(ended.text).toContain("This link no longer works");
    for (const path of ["calendar.ics", "elsewhere"])
      expect([path, (await see(`/s/${token}/${path}`)).status]).toEqual([path, 404]);
  });
});

test("the page that offers them has each address to copy, with what it means to hand them out", async () => {
  const { html: text, headers } = await see(`/s/${token}/elsewhere`);
  for (const path of ["badge.svg", "calendar.ics"]) expect(text).toContain(path);
  expect(text).toContain("anyone who sees it can open the page");
  expect(headers.get("Referrer-Policy")).toBe("no-referrer");
});

describe("a calendar", () => {
  const read = async (query = "", link = token) => {
    const answer = await see(`/s/${link}/calendar.ics${query}`);
    const root = new ICAL.Component(ICAL.parse(answer.html) as unknown[]);
    const events = root.getAllSubcomponents("vevent").map((each) => new ICAL.Event(each));
    return { ...answer, root, events };
  };
  const at = (time: string) => new Date(time);

  test("has a home's alerts with their times in UTC, and the same identity at every fetch", async () => {
    const openedAt = at("2026-11-19T22:30:00Z");
    const past = { kind: "freeze", openedAt, closedAt: at("2026-11-20T01:00:00Z"), title: "Pipe" } as const;
    const { id } = await addAlert(house.database, home, past);
    const { events, headers } = await read();
    expect(headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(events).toHaveLength(1);
    const [event] = events;
    expect(event?.uid).toBe(`alert-${id}@hearthwatch`);
    expect(event?.startDate.toString()).toBe("2026-11-19T22:30:00Z");
    expect(event?.endDate.toString()).toBe("2026-11-20T01:00:00Z");
    house.clock.advance(3_600_000);
    expect((await read()).events.map(({ uid }) => uid)).toEqual([event?.uid]);
  });

  test("is another one only when something has changed, though an alert is still open", async () => {
    await addAlert(house.database, home, { openedAt: at("2026-11-20T09:00:00Z") });
    const { headers } = await read();
    house.clock.advance(60_000);
    const held = { "If-None-Match": headers.get("ETag") ?? "" };
    expect((await see(`/s/${token}/calendar.ics`, held)).status).toBe(304);
  });

  test("has the day on which a battery is due, by what it has lost since it was charged", async () => {
    await post({ temp1: 50, battery: 40 });
    await house.database.sql`
      update devices set charged_pct = 60, charged_at = last_seen_at - interval '20 days' where id = ${device.id}`;
    const { events } = await read();
    expect(events.map(({ summary }) => summary)).toEqual(["Replace battery: Cellar node"]);
    expect(events[0]?.startDate.isDate).toBe(true);
    expect(events[0]?.startDate.toString()).toBe("2026-12-30");
    expect((await read("?lang=es")).events[0]?.summary).toBe("Cambiar la pila: Cellar node");
  });

  test("tells nobody that the home is empty", async () => {
    await house.database.sql`
      update households set vacation_since = ${at("2026-11-19T00:00:00Z")}, vacation_until =
      ${at("2026-11-25T00:00:00Z")} where id = ${home}`;
    const { events } = await read();
    expect(events).toEqual([]);
  });

  test("of a live link goes back a day, of one with the history further, as everything else of them", async () => {
    const over = { openedAt: at("2026-11-10T00:00:00Z"), closedAt: at("2026-11-10T02:00:00Z") };
    await addAlert(house.database, home, over);
    const live = await addShareLink(house.database, home, { scope: "live" });
    expect((await read("", live)).events).toHaveLength(0);
    expect((await read()).events).toHaveLength(1);
  });

  test("is one whatever its names are: nothing in them begins a line or an event of its own", async () => {
    const title = `Sump\r\nEND:VEVENT\r\nBEGIN:VEVENT;x,\\ ${"ß😱".repeat(40)}`;
    await addAlert(house.database, home, { kind: "leak", title });
    await rename(`Casa; "a", \\b\nX-EVIL:1`);
    const { html: text, events, root } = await read();
    expect(events).toHaveLength(1);
    expect(events[0]?.summary).toContain("Sump\nEND:VEVENT\nBEGIN:VEVENT;x,\\ ß😱");
    expect(root.getFirstPropertyValue("x-evil")).toBeNull();
    expect(text).toContain('\r\nNAME:Casa\\; "a"\\, \\\\b\\nX-EVIL:1\r\n');
    const lines = text.split("\r\n");
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(text).not.toContain("\ufffd");
  });
});
