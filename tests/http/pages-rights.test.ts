import { afterAll, describe, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { type Plan, ROLES, type Role } from "../../schema/vocabulary.ts";
import { addHome, addMember } from "../support/fixtures.ts";
import { openHouse, routesOf } from "../support/house.ts";
import {
  aBay,
  aDeadLetter,
  aDeviceWithKey,
  aFeed,
  aNote,
  anAlert,
  anApiKey,
  anInboundToken,
  aPhoto,
  aPuck,
  aQuestion,
  aRule,
  aSensor,
  aShareLink,
  aTakenCall,
  type Maker,
} from "../support/makers.ts";

/** `may`: owner, manager, member, viewer, a letter each. `pro`: not on Free. What the id names is made by `makes`. */
type PageRight = {
  line: string;
  may: string;
  pro?: true;
  makes?: Maker;
  fields?: Record<string, string>;
  path?: string;
};

const ALL = "yyyy";
const CHANGERS = "yyy-";
const KEEPERS = "yy--";
const OWNER = "y---";

const RULE = { name: "Cold", is: "below", value: "38", unit: "°F", severity: "warning" };

const RIGHTS: PageRight[] = [
  { line: "GET /home", may: ALL },
  { line: "GET /home/live", may: ALL },
  { line: "POST /home/quiet", may: CHANGERS, fields: { action: "snooze", hours: "4" } },
  { line: "GET /alerts", may: ALL },
  { line: "GET /alerts/:id", may: ALL, makes: anAlert },
  { line: "POST /alerts/:id/ack", may: CHANGERS, makes: anAlert },
  { line: "POST /alerts/:id/answer", may: CHANGERS, makes: aQuestion, fields: { answer: "door_open" } },
  { line: "GET /alerts/:id/evidence", may: KEEPERS, makes: anAlert },
  { line: "GET /charts", may: ALL },
  { line: "GET /charts.csv", may: ALL },
  { line: "POST /charts/notes", may: CHANGERS, fields: { at: "2026-11-20T09:00", text: "Plumber" } },
  { line: "POST /charts/notes/:id/remove", may: CHANGERS, makes: aNote },
  { line: "GET /coverage", may: CHANGERS },
  { line: "GET /emergency", may: ALL },
  { line: "GET /emergency/edit", may: CHANGERS },
  { line: "POST /emergency/edit", may: CHANGERS, fields: { version: "0" } },
  { line: "GET /emergency/photos/:id", may: ALL, makes: aPhoto },
  { line: "POST /emergency/photos/:id/remove", may: CHANGERS, makes: aPhoto },
  { line: "GET /sensors/:id", may: ALL, makes: aSensor },
  { line: "POST /sensors/:id", may: CHANGERS, makes: aSensor, fields: { label: "Pipe", visible: "yes" } },
  { line: "POST /sensors/:id/unit", may: CHANGERS, makes: aSensor, fields: { unit: "°F" } },
  {
    line: "POST /sensors/:id/limit",
    may: CHANGERS,
    makes: aSensor,
    fields: { warning: "41", unit: "°F", freeze: "yes" },
  },
  { line: "GET /devices", may: ALL },
  { line: "GET /devices/new", may: CHANGERS },
  { line: "POST /devices/new", may: CHANGERS, fields: { name: "Attic", space: "" } },
  { line: "GET /devices/:id", may: ALL, makes: aDeviceWithKey },
  { line: "POST /devices/:id", may: CHANGERS, makes: aDeviceWithKey, fields: { name: "Attic", space: "" } },
  { line: "POST /devices/:id/reveal", may: KEEPERS, makes: aDeviceWithKey },
  { line: "POST /devices/:id/rotate", may: KEEPERS, makes: aDeviceWithKey },
  { line: "POST /devices/:id/remove", may: CHANGERS, makes: aDeviceWithKey },
  { line: "GET /devices/:id/set-up", may: CHANGERS, makes: aDeviceWithKey },
  { line: "GET /devices/:id/set-up/live", may: CHANGERS, makes: aDeviceWithKey },
  { line: "GET /devices/:id/set-up/sensors", may: CHANGERS, makes: aDeviceWithKey },
  { line: "POST /devices/:id/set-up/sensors", may: CHANGERS, makes: aDeviceWithKey },
  { line: "POST /devices/:id/set-up/test", may: ALL, makes: aDeviceWithKey },
  { line: "GET /feeds", may: CHANGERS },
  { line: "POST /feeds", may: CHANGERS, fields: { url: "https://barn.example.com/a.json", name: "" } },
  { line: "POST /feeds/try", may: CHANGERS, fields: { url: "https://barn.example.com/a.json", name: "" } },
  { line: "POST /feeds/:id/try", may: CHANGERS, makes: aFeed, fields: { url: "https://barn.example.com" } },
  { line: "GET /feeds/:id", may: CHANGERS, makes: aFeed },
  { line: "POST /feeds/:id", may: CHANGERS, makes: aFeed, fields: { name: "Barn" } },
  { line: "POST /feeds/:id/remove", may: CHANGERS, makes: aFeed },
  { line: "GET /rules", may: ALL },
  { line: "POST /rules", may: CHANGERS, makes: aSensor, fields: { ...RULE, sensor_id: ":id" } },
  { line: "GET /rules/:id", may: ALL, makes: aRule },
  { line: "POST /rules/:id", may: CHANGERS, makes: aRule, fields: RULE },
  { line: "POST /rules/:id/remove", may: CHANGERS, makes: aRule },
  { line: "GET /deliveries", may: ALL },
  { line: "POST /deliveries/:id/retry", may: CHANGERS, makes: aDeadLetter },
  { line: "POST /deliveries/:id/replay", may: CHANGERS, makes: aTakenCall },
  { line: "GET /welcome", may: KEEPERS },
  {
    line: "POST /welcome",
    may: KEEPERS,
    fields: { name: "Home", time_zone: "Europe/Berlin", temperature_unit: "C" },
  },
  { line: "GET /sharing", may: CHANGERS },
  {
    line: "POST /sharing/links",
    may: CHANGERS,
    fields: { name: "Family", scope: "live", expires_in_days: "30" },
  },
  { line: "POST /sharing/links/:id/end", may: CHANGERS, makes: aShareLink },
  { line: "POST /sharing/keys", may: KEEPERS, pro: true, fields: { name: "k", scope: "read" } },
  { line: "POST /sharing/keys/:id/end", may: KEEPERS, pro: true, makes: anApiKey },
  { line: "POST /sharing/inbound", may: KEEPERS, pro: true, fields: { name: "t" } },
  { line: "GET /sharing/recipes", may: KEEPERS, pro: true },
  { line: "GET /sharing/inbound/:id", may: KEEPERS, pro: true, makes: anInboundToken },
  {
    line: "POST /sharing/inbound/:id",
    may: KEEPERS,
    pro: true,
    makes: anInboundToken,
    fields: { action: "status" },
  },
  { line: "GET /settings", may: ALL },
  { line: "GET /settings/language", may: ALL },
  { line: "POST /settings/language", may: ALL, fields: { language: "es", unit: "C" } },
  { line: "GET /passkeys", may: ALL },
  { line: "GET /settings/home", may: KEEPERS },
  { line: "GET /settings/place", may: KEEPERS },
  { line: "POST /settings/place", may: KEEPERS, fields: { town: "46.78,-92.11,America/Chicago,Duluth" } },
  { line: "GET /settings/city", may: ALL },
  { line: "GET /settings/plan", may: ALL },
  {
    line: "POST /settings/home",
    may: KEEPERS,
    fields: { name: "Home", time_zone: "UTC", temperature_unit: "F" },
  },
  { line: "POST /settings/city", may: KEEPERS, fields: { city: "Duluth", share_city_aggregates: "yes" } },
  { line: "GET /settings/alerts", may: ALL },
  { line: "POST /settings/alerts", may: CHANGERS, fields: { unit: "°F", warning: "41", leak: "yes" } },
  { line: "GET /settings/alerts/:placement", may: ALL },
  {
    line: "POST /settings/alerts/:placement",
    may: CHANGERS,
    fields: { unit: "°F", warning: "41", freeze: "yes" },
  },
  { line: "GET /settings/rooms", may: KEEPERS },
  { line: "POST /settings/rooms", may: KEEPERS, fields: { room: "Cellar", move: "up" } },
  { line: "GET /settings/pucks", may: ALL },
  {
    line: "POST /settings/pucks",
    may: CHANGERS,
    fields: { device_id: "24:6F:28:AE:C3:10", secret: "00".repeat(32) },
  },
  { line: "POST /settings/pucks/:id/remove", may: CHANGERS, makes: aPuck },
  { line: "POST /settings/bays/:id", may: CHANGERS, makes: aBay, fields: { name: "Den", shows: "home" } },
  { line: "POST /settings/bays/:id/remove", may: CHANGERS, makes: aBay },
  { line: "POST /settings/plan", may: OWNER, fields: { plan: "free" } },
  { line: "POST /sign-out", may: ALL },
  { line: "GET /settings/delete", may: OWNER },
  { line: "POST /settings/delete", may: OWNER },
  { line: "GET /settings/export", may: OWNER },
  { line: "GET /settings/export/me", may: ALL },
  { line: "GET /sharing/revoke-all", may: OWNER },
  { line: "POST /sharing/revoke-all", may: OWNER },
  { line: "GET /prove", may: ALL },
  { line: "POST /prove", may: ALL },
  { line: "GET /settings/account/delete", may: ALL },
  { line: "POST /settings/account/delete", may: ALL },
  { line: "GET /people", may: ALL },
  { line: "POST /people/invitations", may: OWNER, fields: { email: "someone@example.com", role: "viewer" } },
  { line: "POST /coverage/test", may: KEEPERS },
  { line: "GET /escalation", may: ALL },
  { line: "POST /escalation", may: KEEPERS, fields: { reset: "1" } },
  {
    line: "POST /escalation/contacts",
    may: KEEPERS,
    fields: { name: "Nora", channel: "ntfy", address: "nora-next-door", language: "en", tells: "urgent" },
  },
  { line: "GET /notifications", may: ALL },
  { line: "POST /notifications", may: ALL, fields: { sms: "off", phone: "", from: "", to: "" } },
  { line: "POST /notifications/test", may: ALL, fields: { channel: "email" } },
  { line: "POST /notifications/contacts", may: ALL, fields: { channel: "ntfy", address: "ada-home" } },
  { line: "POST /notifications/push/remove", may: ALL, fields: { token: "a browser's" } },
  { line: "GET /sessions", may: ALL },
  { line: "GET /activity", may: ALL },
];

/** Of one's own sessions, homes and invitations, of and of other people: tested where they are used. */
const ELSEWHERE = [
  "POST /sharing/inbound/:id/end",
  "POST /sharing/inbound/:id/timestamp",
  "POST /settings/homes/:id",
  "POST /settings/invitations/:id",
  "POST /settings/invitations/:id/decline",
  "POST /sessions/:id/end",
  "POST /people/:id/role",
  "POST /people/:id/remove",
  "POST /people/invitations/:id/withdraw",
  "POST /escalation/contacts/:id/remove",
  "POST /notifications/contacts/:id/verify",
  "POST /notifications/contacts/:id/remove",
  "POST /notifications/telegram",
  "POST /notifications/contacts/:id/after",
  "POST /notifications/contacts/:id/rotate-key",
  "POST /notifications/contacts/:id/end-previous-key",
  "POST /notifications/push",
  "POST /prove/code",
  "POST /passkeys/:id/name",
  "POST /passkeys/:id/remove",
  "POST /emergency/photos",
  "POST /alerts/:id/hand-over",
  // For operators alone: to everybody else there is no such place.
  "GET /operator",
  "GET /operator/incidents",
  "POST /operator/incidents",
  "POST /operator/incidents/:id/updates",
  "POST /operator/incidents/:id/close",
  "GET /operator/homes",
  "POST /operator/homes/end-sessions",
  "POST /operator/homes/block",
  "POST /operator/homes/unblock",
  "POST /operator/homes/:id/plan",
  "POST /operator/homes/:id/deliveries/:message/retry",
];
const OPEN = /^(GET|POST) \/(sign-in|status$|s\/|a\/|c\/|d\/|r\/|$)/;

const house = await openHouse("2026-11-20T10:00:00Z");
const app = pagesApp(house.ports);
afterAll(() => house.database.close());

async function enter(role: Role, plan: Plan) {
  const home = await addHome(house.database, "A home", plan);
  const member = await addMember(house.database, home, role);
  // With a device of its own: without one the home's page leads to the first steps.
  await aSensor({ house, home, caller: member });
  return { home, member, cookie: await house.as(member) };
}

/** Who is refused, finds nothing or only looks changes nothing: one of them stands before every such door. */
const onlookers = new Map<string, ReturnType<typeof enter>>();
function enterToLook(role: Role, plan: Plan): ReturnType<typeof enter> {
  const known = onlookers.get(`${role} ${plan}`) ?? enter(role, plan);
  onlookers.set(`${role} ${plan}`, known);
  return known;
}

async function ask(
  { line, makes, fields = {}, path = "" }: PageRight,
  { home, member, cookie }: Awaited<ReturnType<typeof enter>>,
  foreign = false,
) {
  const other = foreign ? await addHome(house.database, "Another home") : home;
  const id = makes === undefined ? "" : await makes({ house, home: other, caller: member });
  const [method = "", template = ""] = line.split(" ");
  const answer = await app.request(
    encodeURI(template.replace(":placement", "room").replace(":id", String(id)) + path),
    {
      method,
      headers: {
        Cookie: cookie,
        "Sec-Fetch-Site": "same-origin",
        "CF-Connecting-IP": "203.0.113.7",
        ...(method === "POST" ? { "Content-Type": "application/x-www-form-urlencoded" } : {}),
      },
      ...(method === "POST"
        ? { body: new URLSearchParams(fields).toString().replace("%3Aid", String(id)) }
        : {}),
    },
  );
  return answer.status;
}

describe("by role", () => {
  test.each(RIGHTS)("$line: $may", async (right) => {
    for (const [index, role] of ROLES.entries()) {
      const isAllowed = right.may[index] === "y";
      const changes = isAllowed && (right.line.startsWith("POST") || right.makes !== undefined);
      const status = await ask(right, await (changes ? enter : enterToLook)(role, "pro"));
      expect([role, status]).toEqual([
        role,
        isAllowed ? expect.toSatisfy((code: number) => code === 200 || code === 303) : 403,
      ]);
    }
  });

  test.each(RIGHTS.filter(({ pro }) => pro))("$line needs Pro", async (right) => {
    expect(await ask(right, await enterToLook("owner", "free"))).toBe(403);
  });

  test.each(RIGHTS.filter(({ makes }) => makes))("$line of another home is not there", async (right) => {
    if (right.line.endsWith("/test")) return;
    expect(await ask(right, await enterToLook("owner", "pro"), true)).toBe(404);
  });
});

test("the table has every page that asks who one is", () => {
  const guarded = routesOf(app).filter((line) => !OPEN.test(line));
  expect([...RIGHTS.map(({ line }) => line), ...ELSEWHERE].sort()).toEqual(guarded.sort());
});

/** The line of the table that a link or a form leads to; undefined where it leads out of the home's pages. */
const rightOf = (method: string, path: string) =>
  RIGHTS.find(({ line }) => new RegExp(`^${line.replaceAll(/:\w+/g, "[^/ ]+")}$`).test(`${method} ${path}`));

test.each(ROLES)(
  "a role of %s is offered nothing that would refuse it, and shown nothing of the machine",
  async (role) => {
    const home = await addHome(house.database, "A home");
    const member = await addMember(house.database, home, role);
    const caller = await addMember(house.database, home, "owner");
    const cookie = await house.as(member);
    for (const make of [
      aSensor,
      anAlert,
      aQuestion,
      aNote,
      aFeed,
      aRule,
      aShareLink,
      aDeadLetter,
      aTakenCall,
    ])
      await make({ house, home, caller });
    const letter = ROLES.indexOf(role);
    const refused: string[] = [];
    const paths = new Set(["/home"]);
    for (const path of paths) {
      const answer = await app.request(path, { headers: { Cookie: cookie } });
      if (answer.status === 403) refused.push(`${path} answers 403`);
      const html = await answer.text();
      // Neither a browser's own line nor what only an operator can set is a family's to read.
      const raw = /Mozilla\/|(?<![\w-])(?!YOUR_)[A-Z]{3,}(?:_[A-Z\d]+)+(?![\w-])/.exec(html);
      if (raw !== null) refused.push(`${path} shows ${raw[0]}`);
      for (const [, href = ""] of html.matchAll(/<a [^>]*?href="(\/[^"#?]*)/g))
        if (rightOf("GET", href) !== undefined) paths.add(href);
      for (const [, action = ""] of html.matchAll(/(?:formaction|<form method="post" action)="(\/[^"#?]*)/g))
        if (rightOf("POST", action)?.may[letter] === "-") refused.push(`${path} offers ${action}`);
    }
    expect(paths.size).toBeGreaterThan(20);
    expect(refused).toEqual([]);
  },
);

test.each(RIGHTS)("nobody: $line leads to where one signs in", async ({ line }) => {
  const [method = "", template = ""] = line.split(" ");
  const answer = await app.request(template.replace(/:(id|placement)\b/, "x"), {
    method,
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  expect([answer.status, answer.headers.get("Location")?.split("?")[0]]).toEqual([303, "/sign-in"]);
});
