/**
 * Every refusal, once: its status and the sentence the caller reads. A place that knows more may give a
 * sentence of its own (`refuse(name, sentence)`), the status stays.
 */
export const PROBLEMS = {
  missing_device_key: { status: 400, error: "Missing device key: post to /api/ingest/{deviceKey}" },
  missing_ingest_key_header: { status: 400, error: "Missing device key: send it in the X-Ingest-Key header" },
  bad_device_key: { status: 401, error: "Invalid device key" },
  body_too_large: { status: 413, error: "Payload too large: 64 KB at most" },
  rate_limited: { status: 429, error: "Rate limit exceeded: try again later" },
  body_broken_off: { status: 400, error: "The body broke off or is framed wrongly: send it again" },
  encoded_body: { status: 400, error: "Send the body uncompressed: Content-Encoding is not supported" },
  not_utf8: { status: 400, error: "Invalid JSON: the body is not UTF-8 text" },
  empty_body: { status: 400, error: "Empty body: send a JSON object with at least one reading" },
  nested_too_deep: { status: 400, error: "Invalid JSON: nested deeper than 64 levels" },
  invalid_json: { status: 400, error: "Invalid JSON" },
  unusable_payload: { status: 400, error: "No usable reading in the payload" },
  too_many_readings: { status: 400, error: "Too many readings: 256 at most in one body" },
  too_many_sensors: { status: 400, error: "Too many sensors: 256 at most on one device" },
  unsupported_senml: { status: 400, error: "Unsupported SenML" },
  invalid_request: { status: 400, error: "Invalid request" },
  bad_cron_secret: { status: 401, error: "Invalid cron secret" },
  sign_in_first: { status: 401, error: "Sign in first" },
  bad_sign_in: {
    status: 401,
    error: "This link or code is wrong, used, expired or from another browser: ask for a new one",
  },
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
  blocked: { status: 403, error: "This account is blocked" },
  role_forbids: { status: 403, error: "Your role in this home does not allow this" },
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
  not_found: { status: 404, error: "Not found" },
  bad_api_key: { status: 401, error: "Invalid API key" },
  api_scope: { status: 403, error: "This API key may only read: use one with the scope write" },
  pro_required: { status: 403, error: "The Pro plan is required" },
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
  bad_signature: { status: 401, error: "Invalid signature" },
  puck_taken: {
    status: 409,
    error: "This puck belongs to another household: it must be released there first",
  },
  claim_gone: { status: 410, error: "This nonce is unknown, expired or used: start the claim again" },
  dead_status_link: { status: 404, error: "This link is unknown or no longer valid" },
  incident_over: { status: 409, error: "This incident is over: open a new one" },
  too_many_updates: { status: 409, error: "Too many updates: 100 at most for an incident" },
  dead_unsubscribe_link: { status: 404, error: "This link is unknown or no longer valid" },
  dead_decline_link: { status: 404, error: "This link is unknown or no longer valid" },
  invitation_declined: { status: 409, error: "This address wants no invitation from this home" },
  invitation_limit: {
    status: 429,
    error: "No more invitations are sent to this address, or by this account, today: try again tomorrow",
  },
  bad_inbound_token: { status: 401, error: "Invalid token" },
  dead_ack_link: { status: 404, error: "This link is unknown or no longer valid" },
  alert_over: { status: 410, error: "This alert has ended: there's nothing to acknowledge" },
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
  changed_meanwhile: {
    status: 409,
    error: "Someone else changed this at the same time: reload and try again",
  },
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
  wrong_method: { status: 405, error: "Method not allowed" },
  store_failed: { status: 500, error: "The database can't be reached right now: try again in a few seconds" },
  internal: { status: 500, error: "Something went wrong on our side: try again later" },
} as const satisfies Record<string, { status: number; error: string }>;

export type ProblemName = keyof typeof PROBLEMS;
