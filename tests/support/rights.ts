import { newAuthenticator } from "./authenticator.ts";
import {
  aBay,
  aDeadLetter,
  aDevice,
  aDeviceWithKey,
  aFeed,
  aHome,
  anAlert,
  aPuck,
  aQuestion,
  aRule,
  aSensor,
  aShareLink,
  aTakenCall,
  type Maker,
} from "./makers.ts";

/**
 * One route. `may`: owner, manager, member, viewer, a letter each; or for the management API `read`, `write`.
 * `pro`: not on Free. `makes`: the thing that its id names, of the own home and of another one. `ok`: what
 * whoever may do it is answered.
 */
export type Right = {
  line: string;
  may: string;
  pro?: true;
  makes?: Maker;
  body?: (id: string) => unknown;
  ok?: number;
};

const ALL = "yyyy";
const CHANGERS = "yyy-";
const KEEPERS = "yy--";
const OWNER = "y---";

const DRAFT = { name: "Pipes", is: "below", value: 20 };
const always = (body: unknown) => () => body;

/**
 * By session and by API key alike: `read` and `write` are who may read and change, `keep` who may
 * make a new ingest key.
 */
const homeRights = (read: string, write: string, keep = write): Right[] => [
  { line: "GET /api/v1/metrics", may: read },
  { line: "GET /api/v1/devices", may: read },
  { line: "POST /api/v1/devices", may: write, body: always({ name: "Attic" }), ok: 201 },
  {
    line: "POST /api/v1/devices/sensors-batch",
    may: write,
    makes: aSensor,
    body: (id) => ({ sensors: [{ id, label: "x" }] }),
  },
  { line: "GET /api/v1/devices/:id", may: read, makes: aDevice },
  { line: "PATCH /api/v1/devices/:id", may: write, makes: aDevice, body: always({ name: "Loft" }) },
  { line: "DELETE /api/v1/devices/:id", may: write, makes: aDevice },
  { line: "POST /api/v1/devices/:id/readings", may: write, makes: aDevice, body: always({ temp1: 41.5 }) },
  { line: "POST /api/v1/devices/:id/rotate-ingest-key", may: keep, makes: aDevice },
  { line: "GET /api/v1/sensors/:id", may: read, makes: aSensor },
  { line: "PATCH /api/v1/sensors/:id", may: write, makes: aSensor, body: always({ visible: false }) },
  { line: "GET /api/v1/pull-setup", may: read },
  { line: "GET /api/v1/feeds", may: read },
  { line: "DELETE /api/v1/feeds/:id", may: write, makes: aFeed },
  { line: "POST /api/v1/pull-setup", may: write, body: always({ feeds: [] }) },
  { line: "GET /api/v1/readings", may: read },
  { line: "GET /api/v1/readings.csv", may: read },
  { line: "GET /api/v1/quiet", may: read },
  { line: "POST /api/v1/quiet", may: write, body: always({ action: "status" }) },
  { line: "GET /api/v1/alerts", may: read },
  { line: "GET /api/v1/alerts/:id", may: read, makes: anAlert },
  { line: "GET /api/v1/alerts/:id/timeline", may: read, makes: anAlert },
  { line: "POST /api/v1/alerts/:id/ack", may: write, makes: anAlert },
  { line: "POST /api/v1/alerts/:id/answer", may: write, makes: aQuestion, body: always({ answer: "no" }) },
  { line: "GET /api/v1/rules", may: read },
  {
    line: "POST /api/v1/rules",
    may: write,
    makes: aSensor,
    body: (id) => ({ ...DRAFT, sensor_id: id }),
    ok: 201,
  },
  {
    line: "POST /api/v1/rules/simulate",
    may: write,
    makes: aSensor,
    body: (id) => ({ sensor_id: id, rule: { is: "below", value: 20 } }),
  },
  { line: "GET /api/v1/rules/:id", may: read, makes: aRule },
  { line: "PATCH /api/v1/rules/:id", may: write, makes: aRule, body: always({ enabled: false }) },
  { line: "DELETE /api/v1/rules/:id", may: write, makes: aRule },
  { line: "GET /api/v1/alert-settings", may: read },
  { line: "PUT /api/v1/alert-settings", may: write, body: always({}) },
  { line: "GET /api/v1/sensors/:id/alert-settings", may: read, makes: aSensor },
  { line: "PUT /api/v1/sensors/:id/alert-settings", may: write, makes: aSensor, body: always({}) },
  { line: "GET /api/v1/escalation", may: read },
  { line: "PUT /api/v1/escalation", may: keep, body: always({ steps: null }) },
  { line: "GET /api/v1/deliveries", may: read },
  { line: "POST /api/v1/deliveries/:id/retry", may: write, makes: aDeadLetter },
  { line: "POST /api/v1/deliveries/:id/replay", may: write, makes: aTakenCall, ok: 201 },
];

export const SESSION_RIGHTS: Right[] = [
  { line: "POST /api/account/sign-out", may: ALL },
  { line: "GET /api/account/session", may: ALL },
  { line: "PUT /api/account/session", may: ALL, makes: aHome, body: (id) => ({ household_id: id }) },
  { line: "POST /api/account/passkey-options", may: ALL },
  { line: "POST /api/account/passkeys", may: ALL, body: always({}), ok: 400 },
  { line: "POST /api/account/session/prove/passkey-options", may: ALL },
  {
    line: "POST /api/account/session/prove/passkey",
    may: ALL,
    body: always({
      response: newAuthenticator("https://hearth.example.net").get({ challenge: "eA", rpId: "x" }),
    }),
    ok: 401,
  },
  { line: "GET /api/v1/household", may: ALL },
  { line: "PATCH /api/v1/household", may: KEEPERS, body: always({ name: "Home" }) },
  { line: "GET /api/v1/plan", may: ALL },
  { line: "GET /api/v1/household/export.zip", may: OWNER },
  { line: "GET /api/account/user/export", may: ALL },
  { line: "POST /api/account/session/prove", may: ALL, body: always({ code: "0", challenge: "x" }), ok: 401 },
  { line: "GET /api/v1/share-links", may: CHANGERS },
  { line: "POST /api/v1/share-links", may: CHANGERS, body: always({}), ok: 201 },
  { line: "DELETE /api/v1/share-links/:id", may: CHANGERS, makes: aShareLink },
  {
    line: "POST /api/devices/reveal-ingest-key",
    may: KEEPERS,
    makes: aDeviceWithKey,
    body: (id) => ({ device_id: id }),
  },
  { line: "POST /api/v1/notifications/test-all", may: KEEPERS },
  { line: "GET /api/v1/alerts/:id/evidence", may: KEEPERS, makes: anAlert },
  { line: "POST /api/v1/feeds/try", may: CHANGERS, body: always({ url: "https://barn.example.com/a" }) },
  { line: "GET /api/user/pull-setup", may: ALL },
  { line: "POST /api/user/pull-setup", may: CHANGERS, body: always({ feeds: [] }) },
  { line: "POST /api/push/fcm", may: CHANGERS, pro: true, body: () => ({ token: crypto.randomUUID() }) },
  { line: "DELETE /api/push/fcm", may: ALL, body: always({ token: "x" }) },
  { line: "GET /api/v1/notifications", may: ALL },
  { line: "PATCH /api/v1/notifications", may: ALL, body: always({ email: true }) },
  { line: "POST /api/v1/notifications/test", may: ALL, body: always({ channel: "email" }) },
  ...homeRights(ALL, CHANGERS, KEEPERS),
];

export const COMPANION_RIGHTS: Right[] = [
  { line: "DELETE /api/companion/session", may: ALL },
  { line: "GET /api/pucks", may: ALL },
  {
    line: "POST /api/pucks/register",
    may: CHANGERS,
    body: () => ({ device_id: crypto.randomUUID(), secret: "00".repeat(32) }),
    ok: 201,
  },
  { line: "POST /api/pucks/claim/start", may: CHANGERS, makes: aPuck, body: (id) => ({ device_id: id }) },
  {
    // Whose claim has not begun gets no further than that.
    line: "POST /api/pucks/claim/finish",
    may: CHANGERS,
    makes: aPuck,
    body: (id) => ({ device_id: id, nonce: "n", hmac: "00" }),
    ok: 410,
  },
  { line: "DELETE /api/pucks/:id", may: CHANGERS, makes: aPuck },
  { line: "GET /api/bays", may: ALL },
  { line: "GET /api/bays/:id/mood", may: ALL, makes: aBay },
  { line: "PUT /api/bays/:id/mood", may: CHANGERS, makes: aBay, body: always({ mood: "cozy" }) },
  { line: "PUT /api/bays/:id/sensors", may: CHANGERS, makes: aBay, body: always({ space: "Cellar" }) },
  { line: "DELETE /api/bays/:id", may: CHANGERS, makes: aBay },
];

const READ = "yy";
const WRITE = "-y";

const RIGHTS_OF_KEYS: Right[] = [
  // Nobody owns these homes, whom a key's test would go to.
  { line: "POST /api/v1/notifications/test", may: WRITE, body: always({ channel: "email" }), ok: 409 },
  { line: "POST /api/v1/notifications/test-all", may: WRITE, ok: 409 },
  ...homeRights(READ, WRITE),
];

/** Columns: a key of the scope read, one of the scope write. All of it is Pro's. */
export const API_RIGHTS: Right[] = RIGHTS_OF_KEYS.map((right) => ({ ...right, pro: true }));
