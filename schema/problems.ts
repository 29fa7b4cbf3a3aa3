import { MACHINE_PROBLEMS, type ProblemWords } from "./machine-problems.ts";

/**
 * Every refusal, once: its status and the sentence the caller reads. A place that knows more may give a
 * sentence of its own (`refuse(name, sentence)`), the status stays.
 */
export const PROBLEMS = {
  ...MACHINE_PROBLEMS,
  sign_in_first: { status: 401, error: "Sign in first" },
  passkey_needed: {
    status: 401,
    error:
      "This account asks for a passkey: sign in with it, or send one of its recovery codes with the mailed link or code",
  },
  bad_recovery_code: {
    status: 401,
    error: "This recovery code is wrong or was used: try another one, or ask for a new mail",
  },
  bad_passkey: {
    status: 401,
    error: "This passkey was not accepted: try again, or sign in with a mailed code",
  },
  bad_new_passkey: {
    status: 409,
    error: "This passkey could not be added: ask for new options and try again",
  },
  passkeys_unavailable: {
    status: 409,
    error: "Passkeys need a domain name over HTTPS: this installation's BASE_URL has none",
  },
  too_many_passkeys: { status: 409, error: "You have 20 passkeys, the most there can be: remove one first" },
  passkey_known: { status: 409, error: "This passkey was added before" },
  passkey_is_needed: {
    status: 409,
    error: "Your account asks for a passkey, and this is the last one: let mailed codes sign in first",
  },
  no_way_back: {
    status: 409,
    error: "Add a passkey and make recovery codes before your account asks for a passkey",
  },
  mail_not_configured: {
    status: 409,
    error:
      "This installation sends no mail, so nobody can be sent a link or a code: its operator has to set it up",
  },
  prove_again: {
    status: 403,
    error: "Prove that it is you: ask for a sign-in code, and send it to POST /api/account/session/prove",
  },
  cross_site: { status: 403, error: "This request did not come from our own pages" },
  last_owner: { status: 409, error: "A home needs at least one owner: make someone else an owner first" },
  owns_homes: {
    status: 409,
    error:
      "You're the last owner of a home with other members: make someone else an owner, or delete the home first",
  },
  already_member: { status: 409, error: "This address already belongs to a member of the home" },
  too_many: { status: 409, error: "Too many of these in the home: remove one first" },
  reveal_not_configured: {
    status: 409,
    error: "This installation keeps no ingest keys to show again: rotate the key to get a new one",
  },
  ingest_key_not_stored: {
    status: 409,
    error: "No copy of this device's ingest key is stored: rotate the key to get a new one",
  },
  unit_is_given: {
    status: 409,
    error:
      "This sensor's unit comes with its readings: only a temperature sent without a unit can be given one",
  },
  bad_api_key: { status: 401, error: "Invalid API key" },
  api_scope: { status: 403, error: "This API key may only read: use one with the scope write" },
  plan_granted: {
    status: 403,
    error: "Whoever runs this installation sets your plan: ask them to change it",
  },
  too_many_devices: { status: 409, error: "Too many devices: 200 at most in a household" },
  idempotency_mismatch: { status: 409, error: "This Idempotency-Key was already used for another request" },
  idempotency_running: {
    status: 409,
    error: "A request with this Idempotency-Key is being answered: send it again in a second",
  },
  idempotency_unknown: {
    status: 409,
    error:
      "What came of the request with this Idempotency-Key is not known: look whether it was done before you send it with a new one",
  },
  idempotent_answer_gone: {
    status: 409,
    error: "This Idempotency-Key was used before, and its answer can no longer be shown: use a new one",
  },
  not_a_push_device: { status: 409, error: "Only a push device has an ingest key" },
  feed_refused: { status: 400, error: "The feed URL is refused" },
  feed_not_tried: { status: 500, error: "Feeds can't be tried out right now: try again in a minute" },
  pull_setup_changed: {
    status: 409,
    error: "The pull setup was changed by someone else at the same time: send it again",
  },
  bad_cursor: { status: 400, error: '"cursor" must be the next_cursor of the page before' },
  bad_companion_session: {
    status: 401,
    error: "Sign in again: the companion session is unknown, expired or ended",
  },
  puck_taken: {
    status: 409,
    error: "This puck belongs to another household: it must be released there first",
  },
  claim_gone: { status: 410, error: "This nonce is unknown, expired or used: start the claim again" },
  too_many_updates: { status: 409, error: "Too many updates: 100 at most for an incident" },
  invitation_declined: { status: 409, error: "This address wants no invitation from this home" },
  invitation_limit: {
    status: 429,
    error: "No more invitations are sent to this address, or by this account, today: try again tomorrow",
  },
  not_a_question: {
    status: 409,
    error: "This alert asks nothing: only heating_stopped takes an answer",
  },
  question_over: { status: 409, error: "This alert has ended: its question no longer needs an answer" },
  evidence_limit: {
    status: 429,
    error: "No more new evidence is issued for this home today: try again tomorrow",
  },
  photos_not_configured: {
    status: 409,
    error: "This installation has no place to keep photos: the card takes text alone",
  },
  bad_photo: { status: 400, error: "Send a photo as JPEG or PNG, of at most 240 KB and 4096 by 4096 pixels" },
  channel_not_configured: {
    status: 409,
    error: "This channel isn't set up on this installation: nothing can be sent that way",
  },
  no_recipient: { status: 409, error: "Nobody in this home can be reached on that channel" },
  bad_contact_code: {
    status: 400,
    error: "The code is wrong, used or expired: ask for a new one after five tries",
  },
  contact_code_limit: {
    status: 429,
    error: "No more codes are sent to this number today: try again tomorrow",
  },
  contact_known: { status: 409, error: "This address is a contact of this home already" },
  contact_declined: { status: 409, error: "Whoever has this address wants no messages of this home" },
  contact_asks_limit: {
    status: 429,
    error: "Nobody else can be asked today: try again tomorrow",
  },
  contact_verified: { status: 409, error: "This contact is verified already" },
  contact_taken: {
    status: 409,
    error: "This is registered by another person: it has to be removed there first",
  },
  sms_used_up: { status: 409, error: "The text messages that may be sent now are used up" },
  not_a_dead_letter: {
    status: 409,
    error: "Only a failed message can be sent again",
  },
  not_replayable: {
    status: 409,
    error: "Only a webhook's message that isn't waiting can be replayed",
  },
  city_not_shared: {
    status: 409,
    error: "Only a home that takes part sees its city: set city and share_city_aggregates first",
  },
} as const satisfies Record<string, ProblemWords>;

export type ProblemName = keyof typeof PROBLEMS;

/** The refusals that a group can answer. */
export type Problems = Readonly<Partial<Record<ProblemName, ProblemWords>>>;
