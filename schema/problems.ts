import type { ProblemWords } from "./ingest-problems.ts";
import { MACHINE_PROBLEMS } from "./machine-problems.ts";

/**
 * Every refusal, once: its status and the sentence the caller reads. A place that knows more may give a
 * sentence of its own (`refuse(name, sentence)`), the status stays.
 */
export const PROBLEMS = {
  ...MACHINE_PROBLEMS,
  sign_in_first: { status: 401, error: "Sign in first" },
  bad_passkey: {
    status: 401,
    error: "This passkey wasn't accepted: try again, or sign in with a mailed code",
  },
  bad_new_passkey: {
    status: 409,
    error: "This passkey couldn't be added: request new options and try again",
  },
  passkeys_unavailable: {
    status: 409,
    error: "Passkeys need a domain name with HTTPS: this installation's BASE_URL has none",
  },
  too_many_passkeys: { status: 409, error: "You have 20 passkeys, the maximum: remove one first" },
  passkey_known: { status: 409, error: "You've already added this passkey" },
  mail_not_configured: {
    status: 409,
    error: "This installation can't send links or codes by mail: ask its operator to set up mail",
  },
  prove_again: {
    status: 403,
    error: "Confirm your identity: request a sign-in code, and send it to POST /api/account/session/prove",
  },
  cross_site: { status: 403, error: "This request didn't come from Hearthwatch's own pages" },
  last_owner: { status: 409, error: "A home needs at least one owner: make someone else an owner first" },
  owns_homes: {
    status: 409,
    error:
      "You're the last owner of a home with other members: make someone else an owner, or delete the home first",
  },
  already_member: { status: 409, error: "This address already belongs to a member of the home" },
  too_many: { status: 409, error: "The home has too many of these: remove one first" },
  reveal_not_configured: {
    status: 409,
    error: "This installation doesn't keep ingest keys: rotate the key to get a new one",
  },
  ingest_key_not_stored: {
    status: 409,
    error: "There's no stored copy of this device's ingest key: rotate the key to get a new one",
  },
  unit_is_given: {
    status: 409,
    error:
      "This sensor's readings name their unit: you can only set a unit for temperatures sent without one",
  },
  bad_api_key: { status: 401, error: "Invalid API key" },
  api_scope: { status: 403, error: "This API key can only read: use one with the scope write" },
  plan_granted: {
    status: 403,
    error: "The operator of this installation sets your plan: ask them to change it",
  },
  too_many_devices: { status: 409, error: "Too many devices: 200 at most in a household" },
  idempotency_mismatch: { status: 409, error: "This Idempotency-Key was already used for another request" },
  idempotency_running: {
    status: 409,
    error: "A request with this Idempotency-Key is in progress: send it again in a second",
  },
  idempotency_unknown: {
    status: 409,
    error:
      "The result of the request with this Idempotency-Key is unknown: check if it was done before you use a new key",
  },
  idempotent_answer_gone: {
    status: 409,
    error: "This Idempotency-Key was already used, and its answer is gone: use a new one",
  },
  not_a_push_device: { status: 409, error: "Only a push device has an ingest key" },
  feed_refused: { status: 400, error: "Hearthwatch can't use this feed URL" },
  feed_not_tried: { status: 500, error: "Feeds can't be tried right now: try again in a minute" },
  pull_setup_changed: {
    status: 409,
    error: "Someone else changed the pull setup at the same time: send it again",
  },
  bad_cursor: { status: 400, error: '"cursor" must be the next_cursor of the previous page' },
  bad_companion_session: {
    status: 401,
    error: "Sign in again: the companion session is unknown, expired or ended",
  },
  puck_taken: {
    status: 409,
    error: "This puck belongs to another household: release it there first",
  },
  claim_gone: { status: 410, error: "This nonce is unknown, expired or used: start the claim again" },
  too_many_updates: { status: 409, error: "Too many updates: 100 at most for an incident" },
  invitation_declined: { status: 409, error: "This person doesn't want invitations from this home" },
  invitation_limit: {
    status: 429,
    error: "You can't send more invitations to this address, or from this account, today: try again tomorrow",
  },
  not_a_question: {
    status: 409,
    error: "This alert has no question: only heating_stopped takes an answer",
  },
  question_over: { status: 409, error: "This alert has ended: its question no longer needs an answer" },
  photos_not_configured: {
    status: 409,
    error: "This installation doesn't store photos: the card can only have text",
  },
  bad_photo: { status: 400, error: "Send a photo as JPEG, of at most 240 KB and 4096 by 4096 pixels" },
  channel_not_configured: {
    status: 409,
    error: "This channel isn't set up on this installation",
  },
  no_recipient: { status: 409, error: "Nobody in this home can be reached on that channel" },
  bad_contact_code: {
    status: 400,
    error: "The code is wrong, used or expired: after five tries, request a new one",
  },
  contact_code_limit: {
    status: 429,
    error: "This number can't get more codes today: try again tomorrow",
  },
  contact_known: { status: 409, error: "This address is already a contact of this home" },
  contact_declined: {
    status: 409,
    error: "The person with this address doesn't want messages from this home",
  },
  contact_asks_limit: {
    status: 429,
    error: "You can't ask anyone else today: try again tomorrow",
  },
  contact_verified: { status: 409, error: "This contact is already confirmed" },
  contact_taken: {
    status: 409,
    error: "Another person has registered this: they have to remove it first",
  },
  sms_used_up: { status: 409, error: "You've used up your text messages for now" },
  city_not_shared: {
    status: 409,
    error: "Only homes that take part can see their city: set city and share_city_aggregates first",
  },
} as const satisfies Record<string, ProblemWords>;

export type ProblemName = keyof typeof PROBLEMS;

/** The refusals that a group can answer. */
export type Problems = Readonly<Partial<Record<ProblemName, ProblemWords>>>;
