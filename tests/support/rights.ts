import { newAuthenticator } from "./authenticator.ts";
import {
  aBay,
  aContact,
  aDeadLetter,
  aDevice,
  aDeviceWithKey,
  aDrill,
  aFeed,
  aHome,
  aMember,
  anAlert,
  anApiKey,
  anInboundToken,
  anInvitation,
  anInvitationForCaller,
  anOutsider,
  aPasskey,
  aPhoto,
  aPuck,
  aQuestion,
  aRule,
  aSensor,
  aSession,
  aShareLink,
  aStatusIncident,
  aTakenCall,
  aWebhook,
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

/** Nobody is asked more than three times a day. */
let asked = 0;

const DRAFT = { name: "Pipes", is: "below", value: 20 };
const always = (body: unknown) => () => body;

/**
 * By session and by API key alike: `read` and `write` are who may read and change, `keep` who may
 * make a new ingest key.
 */
const homeRights = (prefix: string, read: string, write: string, keep = write): Right[] => [
  { line: `GET ${prefix}/devices`, may: read },
  { line: `POST ${prefix}/devices`, may: write, body: always({ name: "Attic" }), ok: 201 },
  {
    line: `POST ${prefix}/devices/sensors-batch`,
    may: write,
    makes: aSensor,
    body: (id) => ({ sensors: [{ id, label: "x" }] }),
  },
  { line: `GET ${prefix}/devices/:id`, may: read, makes: aDevice },
  { line: `PATCH ${prefix}/devices/:id`, may: write, makes: aDevice, body: always({ name: "Loft" }) },
  { line: `DELETE ${prefix}/devices/:id`, may: write, makes: aDevice },
  { line: `POST ${prefix}/devices/:id/rotate-ingest-key`, may: keep, makes: aDevice },
  { line: `GET ${prefix}/sensors/:id`, may: read, makes: aSensor },
  { line: `PATCH ${prefix}/sensors/:id`, may: write, makes: aSensor, body: always({ visible: false }) },
  { line: `GET ${prefix}/pull-setup`, may: read },
  { line: `GET ${prefix}/feeds`, may: read },
  { line: `DELETE ${prefix}/feeds/:id`, may: write, makes: aFeed },
  { line: `POST ${prefix}/pull-setup`, may: write, body: always({ feeds: [] }) },
  { line: `GET ${prefix}/readings`, may: read },
  { line: `GET ${prefix}/readings.csv`, may: read },
  { line: `GET ${prefix}/quiet`, may: read },
  { line: `POST ${prefix}/quiet`, may: write, body: always({ action: "status" }) },
  { line: `GET ${prefix}/alerts`, may: read },
  { line: `GET ${prefix}/alerts/:id`, may: read, makes: anAlert },
  { line: `GET ${prefix}/alerts/:id/timeline`, may: read, makes: anAlert },
  { line: `POST ${prefix}/alerts/:id/ack`, may: write, makes: anAlert },
  { line: `POST ${prefix}/alerts/:id/answer`, may: write, makes: aQuestion, body: always({ answer: "no" }) },
  { line: `GET ${prefix}/rules`, may: read },
  {
    line: `POST ${prefix}/rules`,
    may: write,
    makes: aSensor,
    body: (id) => ({ ...DRAFT, sensor_id: id }),
    ok: 201,
  },
  {
    line: `POST ${prefix}/rules/simulate`,
    may: write,
    makes: aSensor,
    body: (id) => ({ sensor_id: id, rule: { is: "below", value: 20 } }),
  },
  { line: `GET ${prefix}/rules/:id`, may: read, makes: aRule },
  { line: `PATCH ${prefix}/rules/:id`, may: write, makes: aRule, body: always({ enabled: false }) },
  { line: `DELETE ${prefix}/rules/:id`, may: write, makes: aRule },
  { line: `GET ${prefix}/alert-settings`, may: read },
  { line: `PUT ${prefix}/alert-settings`, may: write, body: always({}) },
  { line: `GET ${prefix}/sensors/:id/alert-settings`, may: read, makes: aSensor },
  { line: `PUT ${prefix}/sensors/:id/alert-settings`, may: write, makes: aSensor, body: always({}) },
  { line: `GET ${prefix}/escalation`, may: read },
  { line: `PUT ${prefix}/escalation`, may: keep, body: always({ steps: null }) },
  { line: `GET ${prefix}/deliveries`, may: read },
  { line: `POST ${prefix}/deliveries/:id/retry`, may: write, makes: aDeadLetter },
  { line: `POST ${prefix}/deliveries/:id/replay`, may: write, makes: aTakenCall, ok: 201 },
];

export const SESSION_RIGHTS: Right[] = [
  { line: "POST /api/account/sign-out", may: ALL },
  { line: "GET /api/account/session", may: ALL },
  { line: "PUT /api/account/session", may: ALL, makes: aHome, body: (id) => ({ household_id: id }) },
  { line: "GET /api/account/sessions", may: ALL },
  { line: "DELETE /api/account/sessions/:id", may: ALL, makes: aSession },
  { line: "GET /api/account/passkeys", may: ALL },
  { line: "POST /api/account/passkey-options", may: ALL },
  { line: "POST /api/account/passkeys", may: ALL, body: always({}), ok: 400 },
  {
    line: "PATCH /api/account/passkeys/:id",
    may: ALL,
    makes: aPasskey,
    body: always({ name: "Phone" }),
  },
  { line: "DELETE /api/account/passkeys/:id", may: ALL, makes: aPasskey },
  { line: "PUT /api/account/passkey-rule", may: ALL, body: always({ required: false }) },
  { line: "POST /api/account/recovery-codes", may: ALL, ok: 201 },
  { line: "POST /api/account/session/prove/passkey-options", may: ALL },
  {
    line: "POST /api/account/session/prove/passkey",
    may: ALL,
    body: always({
      response: newAuthenticator("https://hearth.example.net").get({ challenge: "eA", rpId: "x" }),
    }),
    ok: 401,
  },
  { line: "GET /api/account/household", may: ALL },
  { line: "PATCH /api/account/household", may: KEEPERS, body: always({ name: "Home" }) },
  { line: "GET /api/account/plan", may: ALL },
  // Whoever's home takes part: these do not.
  { line: "GET /api/account/city", may: ALL, ok: 409 },
  { line: "DELETE /api/account/household", may: OWNER },
  { line: "PATCH /api/account/user", may: ALL, body: always({ language: "en" }) },
  { line: "DELETE /api/account/user", may: ALL },
  { line: "GET /api/account/household/export", may: OWNER },
  { line: "GET /api/account/household/export.zip", may: OWNER },
  { line: "GET /api/account/user/export", may: ALL },
  { line: "GET /api/account/home-contacts", may: ALL },
  {
    line: "POST /api/account/home-contacts",
    may: KEEPERS,
    body: () => {
      asked += 1;
      return { name: "Nora", channel: "email", address: `nora-${asked}@example.org` };
    },
    ok: 201,
  },
  { line: "DELETE /api/account/home-contacts/:id", may: KEEPERS, makes: anOutsider },
  { line: "POST /api/account/session/prove", may: ALL, body: always({ code: "0", challenge: "x" }), ok: 401 },
  { line: "PUT /api/account/plan", may: OWNER, body: always({ plan: "free" }) },
  { line: "GET /api/account/members", may: ALL },
  { line: "PATCH /api/account/members/:id", may: OWNER, makes: aMember, body: always({ role: "member" }) },
  { line: "DELETE /api/account/members/:id", may: OWNER, makes: aMember },
  { line: "GET /api/account/invitations", may: OWNER },
  {
    line: "POST /api/account/invitations",
    may: OWNER,
    body: always({ email: "someone@example.com", role: "viewer" }),
    ok: 201,
  },
  { line: "DELETE /api/account/invitations/:id", may: OWNER, makes: anInvitation },
  { line: "POST /api/account/invitations/:id/accept", may: ALL, makes: anInvitationForCaller },
  { line: "POST /api/account/invitations/:id/decline", may: ALL, makes: anInvitationForCaller },
  { line: "GET /api/account/api-keys", may: KEEPERS, pro: true },
  {
    line: "POST /api/account/api-keys",
    may: KEEPERS,
    pro: true,
    body: always({ name: "k", scope: "write" }),
    ok: 201,
  },
  { line: "DELETE /api/account/api-keys/:id", may: KEEPERS, pro: true, makes: anApiKey },
  { line: "GET /api/account/share-links", may: CHANGERS },
  { line: "POST /api/account/share-links", may: CHANGERS, body: always({}), ok: 201 },
  { line: "DELETE /api/account/share-links/:id", may: CHANGERS, makes: aShareLink },
  { line: "GET /api/account/inbound-tokens", may: KEEPERS, pro: true },
  { line: "POST /api/account/inbound-tokens", may: KEEPERS, pro: true, body: always({ name: "t" }), ok: 201 },
  {
    line: "PATCH /api/account/inbound-tokens/:id",
    may: KEEPERS,
    pro: true,
    makes: anInboundToken,
    body: always({ requires_timestamp: false }),
  },
  { line: "DELETE /api/account/inbound-tokens/:id", may: KEEPERS, pro: true, makes: anInboundToken },
  { line: "GET /api/account/keys", may: OWNER },
  { line: "POST /api/account/keys/revoke", may: OWNER, body: always({ created_by: "usr_neverwas" }) },
  { line: "GET /api/account/activity", may: ALL },
  // For operators alone: to everybody else there is no such place.
  { line: "GET /api/account/admin/jobs", may: ALL, ok: 404 },
  {
    line: "POST /api/account/admin/end-sessions",
    may: ALL,
    body: always({ email: "ada@example.com" }),
    ok: 404,
  },
  { line: "GET /api/account/admin/incidents", may: ALL, ok: 404 },
  {
    line: "POST /api/account/admin/incidents",
    may: ALL,
    body: always({ title: "t", text: "t", impact: "down", components: [] }),
    ok: 404,
  },
  ...["updates", "close"].map(
    (action): Right => ({
      line: `POST /api/account/admin/incidents/:id/${action}`,
      may: ALL,
      makes: aStatusIncident,
      body: always({ text: "t" }),
      ok: 404,
    }),
  ),
  {
    line: "POST /api/devices/reveal-ingest-key",
    may: KEEPERS,
    makes: aDeviceWithKey,
    body: (id) => ({ device_id: id }),
  },
  { line: "GET /api/devices/:id/ingest-key-callout", may: KEEPERS, makes: aDeviceWithKey },
  { line: "POST /api/devices/:id/rotate-ingest-key", may: KEEPERS, makes: aDevice },
  { line: "GET /api/account/devices/:id/ingest-key-callout", may: KEEPERS, makes: aDeviceWithKey },
  { line: "POST /api/account/devices/:id/reveal-ingest-key", may: KEEPERS, makes: aDeviceWithKey },
  { line: "GET /api/account/coverage", may: CHANGERS },
  { line: "POST /api/account/drills", may: KEEPERS, ok: 201 },
  { line: "GET /api/account/drills/:id", may: CHANGERS, makes: aDrill },
  { line: "GET /api/account/emergency-card", may: ALL },
  {
    line: "PUT /api/account/emergency-card",
    may: CHANGERS,
    body: always({
      places: { shutoff: "", breaker: "", boiler: "" },
      steps: { freeze: "", leak: "", power: "" },
      calls: [],
      is_shared: false,
    }),
  },
  // No picture: tests/http/emergency-card.test.ts has some.
  { line: "POST /api/account/emergency-card/photos", may: CHANGERS, ok: 400 },
  { line: "GET /api/account/emergency-card/photos/:id", may: ALL, makes: aPhoto },
  { line: "DELETE /api/account/emergency-card/photos/:id", may: CHANGERS, makes: aPhoto },
  { line: "GET /api/account/alerts/:id/evidence", may: KEEPERS, makes: anAlert },
  {
    // To nobody of this home.
    line: "POST /api/account/alerts/:id/hand-over",
    may: CHANGERS,
    makes: anAlert,
    body: always({ user_id: "usr_neverwas" }),
    ok: 404,
  },
  { line: "POST /api/account/feeds/try", may: CHANGERS, body: always({ url: "https://barn.example.com/a" }) },
  { line: "GET /api/user/pull-setup", may: ALL },
  { line: "POST /api/user/pull-setup", may: CHANGERS, body: always({ feeds: [] }) },
  { line: "POST /api/push/fcm", may: CHANGERS, pro: true, body: () => ({ token: crypto.randomUUID() }) },
  { line: "DELETE /api/push/fcm", may: ALL, body: always({ token: "x" }) },
  { line: "GET /api/account/contacts", may: ALL },
  {
    line: "POST /api/account/contacts",
    may: ALL,
    body: always({ channel: "webhook", address: "https://hooks.example.org/x" }),
    ok: 201,
  },
  // A contact of the caller without a code that would be right.
  {
    line: "POST /api/account/contacts/:id/verify",
    may: ALL,
    makes: aContact,
    body: always({ code: "000000" }),
    ok: 400,
  },
  {
    line: "POST /api/account/contacts/:id/rotate-key",
    may: ALL,
    makes: aWebhook,
    body: always({ overlap_hours: 24 }),
  },
  { line: "PATCH /api/account/contacts/:id", may: ALL, makes: aContact, body: always({ after_minutes: 5 }) },
  { line: "DELETE /api/account/contacts/:id/previous-key", may: ALL, makes: aWebhook },
  { line: "DELETE /api/account/contacts/:id", may: ALL, makes: aContact },
  { line: "GET /api/account/notifications", may: ALL },
  { line: "PATCH /api/account/notifications", may: ALL, body: always({ email: true }) },
  { line: "POST /api/account/notifications/test", may: ALL, body: always({ channel: "email" }) },
  ...homeRights("/api/account", ALL, CHANGERS, KEEPERS),
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
  { line: "GET /api/v1/metrics", may: READ },
  // Nobody owns these homes, whom a key's test would go to.
  { line: "POST /api/v1/notifications/test", may: WRITE, body: always({ channel: "email" }), ok: 409 },
  ...homeRights("/api/v1", READ, WRITE),
];

/** Columns: a key of the scope read, one of the scope write. All of it is Pro's. */
export const API_RIGHTS: Right[] = RIGHTS_OF_KEYS.map((right) => ({ ...right, pro: true }));
