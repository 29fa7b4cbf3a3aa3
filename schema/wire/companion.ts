import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MOOD_SOURCES, MOODS } from "../vocabulary.ts";
import { CodeSignIn, challenge } from "./account/sign-in.ts";
import { clientId, instant, shownName, shownText, someId } from "./text.ts";

const space = shownText(1, LIMITS.spaceCharactersMax);

const deviceIdError = `must be 1 to ${LIMITS.puckIdCharactersMax} letters, digits, dots, colons, hyphens or underscores`;

/** The hardware's own id: a MAC address or a chip's number. */
export const PuckId = z
  .string()
  .check(z.maxLength(LIMITS.puckIdCharactersMax), z.regex(/^[\w.:-]+$/, { error: deviceIdError }));

export const BayId = clientId;

/** Hex or base64, no longer than the longest secret is in hex. */
const encoded = (charactersMax: number) =>
  z
    .string()
    .check(z.maxLength(charactersMax), z.regex(/^[\w+/-]+={0,2}$/, { error: "must be hex or base64" }));

export const CompanionSignIn = z.extend(CodeSignIn, {
  /** The challenge from the answer to the `POST /api/account/sign-in` with which this phone requested the code. */
  challenge,
  /** One of the user's homes; if omitted, the first one that they joined. */
  household_id: z.optional(someId),
  /** The phone's name in the list of sessions; if omitted, its User-Agent. */
  device_label: z.optional(shownName),
});

/** `expires_at` is the end of the access token. */
export const CompanionSignedIn = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: instant,
  household_id: z.string(),
});
export type CompanionSignedIn = z.output<typeof CompanionSignedIn>;

export const PuckRegistration = z.strictObject({
  device_id: PuckId,
  secret: encoded(LIMITS.puckSecretBytesMax * 2),
});

export const Puck = z.object({
  device_id: z.string(),
  registered_at: instant,
  bay_id: z.nullable(z.string()),
});
export type Puck = z.output<typeof Puck>;
export const PuckAnswer = z.object({ puck: Puck });
export const PuckList = z.object({ pucks: z.array(Puck) });

export const ClaimStart = z.strictObject({ device_id: PuckId });

export const ClaimNonce = z.object({ nonce: z.string(), expires_at: instant });

export const ClaimFinish = z.strictObject({
  device_id: PuckId,
  nonce: shownText(1, LIMITS.idCharactersMax),
  hmac: encoded(LIMITS.idCharactersMax),
  /** If omitted, the puck keeps its bay or gets a new one. */
  bay_id: z.optional(BayId),
  name: z.optional(shownName),
  space: z.optional(space),
});

const mood = z.enum(MOODS);

export const ClaimFinished = z.object({
  ok: z.literal(true),
  bay: z.object({ bay_id: z.string(), mood }),
});
export type ClaimFinished = z.output<typeof ClaimFinished>;

export const BayMood = z.object({
  bay_id: z.string(),
  mood,
  source: z.enum(MOOD_SOURCES),
  reason: z.string(),
  override_until: z.nullable(instant),
  updated_at: instant,
});
export type BayMood = z.output<typeof BayMood>;

/** An override without `hours` lasts until it is cleared; `mood: null` clears it. */
export const MoodOverride = z.strictObject({
  mood: z.nullable(z.enum(MOODS)),
  hours: z.optional(z.int().check(z.minimum(1), z.maximum(LIMITS.moodOverrideHoursMax))),
});

export const Bay = z.extend(BayMood, {
  name: z.string(),
  space: z.nullable(z.string()),
  created_at: instant,
});
export type Bay = z.output<typeof Bay>;
export const BayList = z.object({ bays: z.array(Bay) });
