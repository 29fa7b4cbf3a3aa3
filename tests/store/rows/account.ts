import * as z from "zod";
import { beginAttempt, keyHashOf } from "../../../lib/kernel/answer-once.queries.ts";
import { listActivity } from "../../../lib/people/activity.queries.ts";
import { findLinkChallenge, findLinkSubject } from "../../../lib/people/challenges.queries.ts";
import { findHousehold, findSessionAtHome } from "../../../lib/people/households.queries.ts";
import { listMembers } from "../../../lib/people/members.queries.ts";
import { findPasskey } from "../../../lib/people/passkeys/passkeys.queries.ts";
import { findSession, listSessions } from "../../../lib/people/sessions.queries.ts";
import { findCompanion } from "../../../lib/pucks/sessions.queries.ts";
import { listInboundTokens } from "../../../lib/sharing/inbound/inbound-tokens.queries.ts";
import { listShareLinks } from "../../../lib/sharing/share-links.queries.ts";
import { passkeys } from "../../../schema/tables/passkey.ts";
import * as words from "../../../schema/vocabulary.ts";
import { held, type RowCase } from "./held.ts";
import { iso, MAKER, orNull, some, text } from "./shapes.ts";
import { NOW } from "./world.ts";

const MEMBER = {
  email: text,
  name: orNull(text),
  language: z.enum(words.LANGUAGES),
  temperatureUnit: orNull(z.enum(words.HOUSEHOLD_UNITS)),
  userId: text,
  role: z.enum(words.ROLES),
  householdId: text,
  sessionId: text,
  plan: z.enum(words.PLANS),
  trialEndsAt: orNull(z.date()),
};

export const SESSION = {
  ...MEMBER,
  provedAt: orNull(z.date()),
  lastUsedAt: z.date(),
  expiresAt: z.date(),
};

export const HOME_FACTS = z.strictObject({
  name: text,
  timeZone: text,
  temperatureUnit: z.enum(words.HOUSEHOLD_UNITS),
  openAlerts: z.int(),
  otherHomes: z.array(z.strictObject({ id: text, name: text })),
});

export const ACCOUNT_ROWS: RowCase[] = [
  held(
    "findHousehold",
    ({ db, home }) => findHousehold(db, home),
    z.strictObject({
      id: text,
      name: text,
      chosen_plan: z.enum(words.PLANS),
      trial_ends_at: orNull(iso),
      time_zone: text,
      temperature_unit: z.enum(words.HOUSEHOLD_UNITS),
      latitude: orNull(z.number()),
      longitude: orNull(z.number()),
      city: orNull(text),
      share_city_aggregates: z.boolean(),
      created_at: iso,
    }),
  ),
  held(
    "listMembers",
    ({ db, home }) => listMembers(db, home),
    some(
      z.strictObject({
        user_id: text,
        email: text,
        name: orNull(text),
        role: z.enum(words.ROLES),
        joined_at: iso,
      }),
    ),
  ),
  held(
    "findSession",
    ({ db, tokens }) => findSession(db, tokens.session, NOW),
    z.strictObject({ ...SESSION, beside: z.null() }),
  ),
  held(
    "findSessionAtHome",
    ({ db, tokens }) => findSessionAtHome(db, tokens.session, NOW),
    z.strictObject({ session: z.strictObject(SESSION), home: HOME_FACTS }),
  ),
  held(
    "listSessions",
    ({ db, user }) => listSessions(db, user, NOW),
    some(
      z.strictObject({
        id: text,
        kind: z.enum(words.SESSION_KINDS),
        household_id: text,
        user_agent: text,
        address: orNull(text),
        country: orNull(text),
        created_at: iso,
        last_used_at: iso,
        expires_at: iso,
      }),
    ),
  ),
  held(
    "findCompanion",
    ({ db, tokens }) => findCompanion(db, tokens.phone, NOW),
    z.strictObject({
      ...MEMBER,
      tokens: z.strictObject({
        accessIsOwn: z.boolean(),
        accessExpiresAt: z.date(),
        endsAt: z.date(),
        refresh: orNull(z.strictObject({ expiresAt: z.date(), spentAt: orNull(z.date()) })),
      }),
      sealedSuccessor: orNull(text),
    }),
  ),
  held(
    "findLinkSubject",
    ({ db, tokens }) => findLinkSubject(db, tokens.signInLink, NOW),
    z.strictObject({ email: text, home: orNull(text) }),
  ),
  held(
    "findPasskey",
    async ({ db, user }) => {
      await db("once", (queries) =>
        queries.insert(passkeys).values({
          id: "pky_1",
          userId: user,
          credentialId: "credential",
          publicKey: Uint8Array.of(1, 2),
          signatures: 1,
          transports: [],
          backedUp: false,
          name: "Phone",
          createdAt: NOW,
        }),
      );
      return await findPasskey(db, "credential");
    },
    z.strictObject({
      id: text,
      key: z.strictObject({
        credentialId: text,
        publicKey: z.instanceof(Uint8Array),
        signatures: z.number(),
      }),
      facts: z.strictObject({ email: text, userId: text, blockedFor: orNull(text), homes: some(text) }),
    }),
  ),
  held(
    "findLinkChallenge",
    ({ db, tokens }) => findLinkChallenge(db, tokens.signInLink, NOW),
    z.strictObject({
      id: text,
      sealedCode: text,
      facts: z.strictObject({
        email: text,
        userId: orNull(text),
        blockedFor: orNull(text),
        homes: some(text),
      }),
    }),
  ),
  held(
    "listShareLinks",
    ({ db, home }) => listShareLinks(db, home, NOW),
    some(
      z.strictObject({
        id: text,
        name: text,
        scope: z.enum(words.SHARE_SCOPES),
        hint: text,
        expires_at: orNull(iso),
        created_at: iso,
        created_by: MAKER,
        suspended_because: orNull(z.enum(words.SHARE_SUSPENSIONS)),
      }),
    ),
  ),
  held(
    "listInboundTokens",
    ({ db, home }) => listInboundTokens(db, home),
    some(
      z.strictObject({
        id: text,
        name: text,
        hint: text,
        signed: z.boolean(),
        requires_timestamp: z.boolean(),
        created_at: iso,
        created_by: MAKER,
      }),
    ),
  ),
  held(
    "listActivity",
    ({ db, home }) => listActivity(db, { householdId: home, before: null, limit: 9 }),
    some(
      z.strictObject({
        id: text,
        at: iso,
        actor: z.strictObject({ type: z.enum(words.ACTOR_TYPES), id: orNull(text), name: orNull(text) }),
        action: text,
        subject: orNull(text),
        details: z.record(text, z.unknown()),
        ip: orNull(text),
      }),
    ),
  ),
  held(
    "beginAttempt",
    async ({ db, home: householdId }) => {
      const asked = { householdId, sender: "key", key: "1", request: "POST /" };
      const keyHash = await keyHashOf(asked);
      await beginAttempt(db, asked, { householdId, keyHash, attempt: "first" }, NOW);
      return await beginAttempt(db, asked, { householdId, keyHash, attempt: "second" }, NOW);
    },
    z.strictObject({ outcome: z.literal("running"), sinceSeconds: z.number() }),
  ),
];
