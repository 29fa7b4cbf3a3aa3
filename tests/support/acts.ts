import type { Context } from "hono";
import type * as z from "zod/mini";
import { newApp, reply, type SessionEnv, wakeAfterWrites } from "../../functions/_http/app.ts";
import { imageBody, imageReply } from "../../functions/_http/body.ts";
import { clearSessionCookie } from "../../functions/_http/cookies.ts";
import { actingIn, pathId, requireSession, sessionGuards } from "../../functions/_http/require-session.ts";
import { jsonBody } from "../../functions/_http/validate.ts";
import { showCallout } from "../../lib/devices/ingest-keys.actions.ts";
import { changeCard, keepPhoto, openPhoto, removePhoto, showCard } from "../../lib/emergency/card.actions.ts";
import type { Limited } from "../../lib/kernel/network.ts";
import { done, type Outcome } from "../../lib/kernel/outcome.ts";
import { addContact, verifyContact } from "../../lib/messages/contacts/add-contact.actions.ts";
import { listContacts } from "../../lib/messages/contacts/contacts.actions.ts";
import { handOverAlert } from "../../lib/messages/hand-over.actions.ts";
import { addHomeContact, removeHomeContact } from "../../lib/messages/outsiders/outsiders.actions.ts";
import { listActivity } from "../../lib/people/activity.queries.ts";
import { type Action, may } from "../../lib/people/entitlement.ts";
import { listApiKeys } from "../../lib/people/handed-out.queries.ts";
import { changePlan, deleteHome } from "../../lib/people/home.actions.ts";
import { acceptInvitation, inviteMember, withdrawInvitation } from "../../lib/people/invitations.actions.ts";
import { listInvitations } from "../../lib/people/invitations.queries.ts";
import { createApiKey, revokeKey } from "../../lib/people/keys.actions.ts";
import {
  changeMemberRole,
  changeUser,
  deleteAccount,
  removeMember,
} from "../../lib/people/members.actions.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { removePasskey } from "../../lib/people/passkeys/passkeys.actions.ts";
import { listPasskeys } from "../../lib/people/passkeys/passkeys.queries.ts";
import { endSession } from "../../lib/people/sessions.actions.ts";
import { listSessions } from "../../lib/people/sessions.queries.ts";
import { createInboundToken } from "../../lib/sharing/create-links.actions.ts";
import { listInboundTokens, listShareLinks } from "../../lib/sharing/own-links.queries.ts";
import {
  closeIncident,
  listIncidents,
  openIncident,
  updateIncident,
} from "../../lib/status/incidents.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { CARD_PLACES } from "../../schema/vocabulary.ts";
import { ContactCode, NewContact, NewHomeContact } from "../../schema/wire/account/contacts.ts";
import { EmergencyCardChange } from "../../schema/wire/account/emergency.ts";
import { NewInvitation, PlanChoice, RoleChange } from "../../schema/wire/account/household.ts";
import { NewApiKey, NewInboundToken } from "../../schema/wire/account/keys.ts";
import { UserChange } from "../../schema/wire/account/sign-in.ts";
import { HandOver } from "../../schema/wire/alerts.ts";
import { IncidentOpening, IncidentUpdate, type StatusIncidentItem } from "../../schema/wire/status.ts";
import type { TestServices } from "./services.ts";

type C = Context<SessionEnv>;
type Answered = Limited<object> | Promise<Limited<object>> | Promise<Response | Outcome<object>>;
type Act = {
  line: string;
  status: 200 | 201;
  may?: Action;
  proof?: true;
  shape?: z.ZodMiniType;
  answer: (services: TestServices, c: C, given: never) => Answered;
};

/** `line` is a method and a path, with `+` if the answer is a 201, and `!` if it needs a recent identity check. */
const act = (
  line: string,
  right: Action | null,
  answer: (services: TestServices, c: C) => Answered,
): Act => ({ ...actOf(line, right), answer });
const takes = <Shape extends z.ZodMiniType>(
  line: string,
  right: Action | null,
  shape: Shape,
  answer: (services: TestServices, c: C, given: z.output<Shape>) => Answered,
): Act => ({ ...actOf(line, right), shape, answer });
const actOf = (line: string, right: Action | null) => ({
  line: line.replace(/[+!]$/, ""),
  status: line.endsWith("+") ? (201 as const) : (200 as const),
  ...(right === null ? {} : { may: right }),
  ...(line.endsWith("!") ? { proof: true as const } : {}),
});

const homeIn = (c: C): string => c.var.member.householdId;

/** The acts of a person's pages, with JSON instead of a form, so that tests can read an action's answer. */
const ACTS: readonly Act[] = [
  act("GET members", "read_home", async ({ db }, c) => done({ members: await listMembers(db, homeIn(c)) })),
  takes("PATCH members/:id", "manage_members", RoleChange, (services, c, wish) =>
    changeMemberRole(services, c.var, pathId(c), wish),
  ),
  act("DELETE members/:id", null, (services, c) =>
    removeMember(services, c.var, { userId: pathId(c), revokeKeys: flagIn(c, "revoke_keys") }),
  ),
  act("GET invitations", "manage_members", async ({ db, clock }, c) =>
    done({ invitations: await listInvitations(db, homeIn(c), clock()) }),
  ),
  takes("POST invitations+", "manage_members", NewInvitation, async (services, c, wish) => {
    const invited = await inviteMember(services, c.var, wish);
    if (!invited.ok) return invited;
    const open = await listInvitations(services.db, homeIn(c), services.clock());
    return done({ invitation: open.find(({ email }) => email === wish.email) });
  }),
  act("DELETE invitations/:id", "manage_members", (services, c) =>
    withdrawInvitation(services, c.var, pathId(c)),
  ),
  act("POST invitations/:id/accept", null, (services, c) => acceptInvitation(services, c.var, pathId(c))),
  takes("PUT plan", "change_plan", PlanChoice, (services, c, wish) => changePlan(services, c.var, wish)),
  act("DELETE household!", "delete_household", async (services, c) => {
    const outcome = await deleteHome(services, c.var);
    if (outcome.ok) clearSessionCookie(c);
    return outcome;
  }),
  takes("PATCH user", null, UserChange, (services, c, change) => changeUser(services, c.var, change)),
  act("DELETE user!", null, async (services, c) => {
    const outcome = await deleteAccount(services, c.var);
    if (outcome.ok) clearSessionCookie(c);
    return outcome;
  }),
  act("GET sessions", null, async ({ db, clock }, { var: { member } }) => {
    const sessions = await listSessions(db, member.userId, clock());
    return done({ sessions: sessions.map((each) => ({ ...each, current: each.id === member.sessionId })) });
  }),
  act("DELETE sessions/:id", null, (services, c) => endSession(services, c.var, pathId(c))),
  act("GET passkeys", null, async ({ db }, c) =>
    done({ passkeys: await listPasskeys(db, c.var.member.userId) }),
  ),
  act("DELETE passkeys/:id!", null, (services, c) =>
    removePasskey(services, c.var, { id: pathId(c), endOthers: flagIn(c, "end_others") }),
  ),
  act("GET activity", "read_activity", async (services, c) => {
    const withAddresses = may("read_caller_addresses", c.var.member) === "yes";
    const limit = Number(c.req.query("limit") ?? 100);
    const before = c.req.query("cursor") === undefined ? null : Number(c.req.query("cursor"));
    return done(await listActivity(services.db, { householdId: homeIn(c), before, limit, withAddresses }));
  }),
  act("GET api-keys", "manage_api_keys", async ({ db }, c) =>
    done({ api_keys: await listApiKeys(db, homeIn(c)) }),
  ),
  takes("POST api-keys+", "manage_api_keys", NewApiKey, async (services, c, wish) => {
    const made = await createApiKey(services, c.var, wish);
    if (!made.ok) return made;
    const keys = await listApiKeys(services.db, homeIn(c));
    return done({
      api_key: keys.find(({ hint }) => made.value.secret.endsWith(hint)),
      secret: made.value.secret,
    });
  }),
  act("DELETE api-keys/:id", "manage_api_keys", (services, c) =>
    revokeKey(services, c.var, { kind: "api_keys", id: pathId(c) }),
  ),
  act("GET inbound-tokens", "manage_inbound", async ({ db }, c) =>
    done({ inbound_tokens: await listInboundTokens(db, homeIn(c)) }),
  ),
  takes("POST inbound-tokens+", "manage_inbound", NewInboundToken, async (services, c, wish) => {
    const made = await createInboundToken(services, c.var, wish);
    if (!made.ok) return made;
    const { url, secret } = made.value;
    const tokens = await listInboundTokens(services.db, homeIn(c));
    return done({
      inbound_token: tokens.find(({ hint }) => url.endsWith(hint)),
      token: url.split("/").at(-1),
      url,
      ...(secret === null ? {} : { signing_secret: secret }),
    });
  }),
  act("DELETE inbound-tokens/:id", "manage_inbound", (services, c) =>
    revokeKey(services, c.var, { kind: "inbound_tokens", id: pathId(c) }),
  ),
  act("GET keys", "manage_members", async ({ db, clock }, c) =>
    done({
      api_keys: await listApiKeys(db, homeIn(c)),
      share_links: await listShareLinks(db, homeIn(c), clock()),
      inbound_tokens: await listInboundTokens(db, homeIn(c)),
    }),
  ),
  act("GET devices/:id/ingest-key-callout", "reveal_ingest_key", (services, c) =>
    showCallout(services, c.var.member, pathId(c)),
  ),
  act("GET contacts", null, (services, c) => listContacts(services, c.var.member.userId)),
  takes("POST contacts+", null, NewContact, (services, c, wish) => addContact(services, c.var, wish)),
  takes("POST contacts/:id/verify", null, ContactCode, (services, c, wish) =>
    verifyContact(services, c.var, pathId(c), wish),
  ),
  takes("POST home-contacts+", "manage_escalation", NewHomeContact, (services, c, wish) =>
    addHomeContact(services, c.var, wish),
  ),
  act("DELETE home-contacts/:id", "manage_escalation", (services, c) =>
    removeHomeContact(services, c.var, pathId(c)),
  ),
  takes("POST alerts/:id/hand-over", "acknowledge_alert", HandOver, (services, c, wish) =>
    handOverAlert(services, c.var, pathId(c), wish),
  ),
  act("GET emergency-card", "read_home", (services, c) => showCard(services, homeIn(c))),
  takes("PUT emergency-card", "manage_emergency_card", EmergencyCardChange, (services, c, change) =>
    changeCard(services, actingIn(c.var), change),
  ),
  act("POST emergency-card/photos+", "manage_emergency_card", async (services, c) => {
    const bytes = await imageBody(c);
    const place = CARD_PLACES.find((each) => each === c.req.query("place")) ?? "shutoff";
    return bytes.ok ? await keepPhoto(services, actingIn(c.var), { place, bytes: bytes.value }) : bytes;
  }),
  act("GET emergency-card/photos/:id", "read_home", async (services, c) => {
    const opened = await openPhoto(services, homeIn(c), pathId(c));
    return opened.ok ? imageReply(c, opened.value) : opened;
  }),
  act("DELETE emergency-card/photos/:id", "manage_emergency_card", (services, c) =>
    removePhoto(services, actingIn(c.var), pathId(c)),
  ),
  takes("POST admin/incidents+", null, IncidentOpening, async (services, _, opening) => {
    const opened = await openIncident(services, opening);
    return opened.ok ? done(await incidentNow(services, ({ title }) => title === opening.title)) : opened;
  }),
  takes("POST admin/incidents/:id/updates", null, IncidentUpdate, async (services, c, { text }) => {
    const updated = await updateIncident(services, pathId(c), text);
    return updated.ok ? done(await incidentNow(services, ({ id }) => id === pathId(c))) : updated;
  }),
  takes("POST admin/incidents/:id/close", null, IncidentUpdate, async (services, c, { text }) => {
    const closed = await closeIncident(services, pathId(c), text);
    return closed.ok ? done(await incidentNow(services, ({ id }) => id === pathId(c))) : closed;
  }),
];

/** Returns the newest matching incident, as lists show it. */
const incidentNow = async (services: TestServices, isIt: (incident: StatusIncidentItem) => boolean) =>
  (await listIncidents(services)).incidents.find(isIt) ?? {};

const flagIn = (c: C, name: string): boolean => c.req.query(name) === "true";

const BODY_BYTES_MAX = 16_384;

/** Serves the acts of the pages at `/acts/members` and so on. */
export function actsApp(services: TestServices) {
  const app = newApp<SessionEnv["Variables"]>(services, PROBLEMS, {});
  const guards = sessionGuards(services, requireSession(services));
  for (const { line, status, shape, answer, ...route } of ACTS) {
    const [method = "", path = ""] = line.split(" ");
    const before = guards({ ...route, on: "GET /", summary: "", about: "", answers: {} }).filter(
      (each) => !!each,
    );
    app.on(method, [`/acts/${path}`], ...before, wakeAfterWrites(services), async (c) => {
      const given = shape === undefined ? done(undefined) : await jsonBody(c, shape, BODY_BYTES_MAX);
      if (!given.ok) return reply(c, given);
      const answered = await answer(services, c, given.value as never);
      return answered instanceof Response ? answered : reply(c, answered, status);
    });
  }
  return app;
}
