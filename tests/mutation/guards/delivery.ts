import type { Guard } from "./guard.ts";

const FAILURE = { file: "lib/kernel/db.queries.ts", test: "tests/adapters/store-failure.test.ts" };
const RESEND = {
  file: "lib/channels/email/resend.vendor.ts",
  test: "tests/adapters/resend-email.test.ts",
};
const LIMITER = {
  file: "lib/kernel/limiter.vendor.ts",
  test: "tests/adapters/upstash-limiter.test.ts",
};

/** What is tried again, and what is not. */
export const DELIVERY_GUARDS: Guard[] = [
  { ...FAILURE, keeps: "a session that was ended may have committed", was: '["57P01", ', is: "[" },
  { ...FAILURE, keeps: "a statement that timed out may have committed", was: ', "57014"]', is: "]" },
  { ...FAILURE, keeps: "a deadlock is tried again", was: ', "40P01"', is: "" },
  { ...FAILURE, keeps: "a lock that was not to be had is tried again", was: ', "55P03"]', is: "]" },
  { ...FAILURE, keeps: "a database that is starting is waited for", was: '["57P03", ', is: "[" },
  {
    ...FAILURE,
    keeps: "what is refused is not tried again",
    was: 'if (/^[0-9A-Z]{5}$/.test(code)) return "refused";',
    is: "",
  },
  {
    ...FAILURE,
    keeps: "what Neon's proxy turns away never ran",
    was: 'return isRefused ? "not_executed" : "unknown";',
    is: 'return "unknown";',
  },
  { ...RESEND, keeps: "a mail is never sent twice", was: "idempotencyKey: id, ", is: "" },
  {
    ...RESEND,
    keeps: "nobody waits for a provider for ever",
    was: ", signal: AbortSignal.timeout(timeoutMs)",
    is: "",
  },
  { ...RESEND, keeps: "a wrong key is the operator's", was: "status === 401 || ", is: "" },
  { ...RESEND, keeps: "a foreign domain is the operator's", was: " || status === 403", is: "" },
  { ...RESEND, keeps: "too many mails are sent later", was: "status === 429 || ", is: "" },
  { ...RESEND, keeps: "a fault of theirs is not the message's", was: " || status >= 500", is: "" },
  {
    ...RESEND,
    keeps: "the same mail under way is waited for",
    was: 'if (name === "concurrent_idempotent_requests")',
    is: "if (false)",
  },
  {
    ...LIMITER,
    keeps: "a device has its limit",
    was: "const allowed = used < policy.limit;",
    is: "const allowed = true;",
  },
  {
    ...LIMITER,
    keeps: "a refused request is not counted",
    was: "if (!verdict.allowed) window.count -= 1;",
    is: "",
  },
  {
    ...LIMITER,
    keeps: "what went through while Redis was out is counted",
    was: "window.unreported += requests;",
    is: "",
  },
  {
    file: "lib/messages/enqueue.queries.ts",
    test: "tests/flows/messages/delivery-faults.test.ts",
    keeps: "a message is queued once",
    was: "on conflict (dedupe_key) do nothing returning id`;",
    is: "on conflict (dedupe_key) do update set dedupe_key = excluded.id returning id`;",
  },
  {
    file: "lib/messages/claim.queries.ts",
    test: "tests/flows/messages/delivery-faults.test.ts",
    keeps: "a message is sent by one dispatcher",
    was: `next_attempt_at <= \${at} and (lease_until is null or lease_until <= \${at})\``,
    is: `next_attempt_at <= \${at}\``,
  },
  {
    file: "lib/messages/settle-messages.queries.ts",
    test: "tests/flows/messages/delivery-faults.test.ts",
    keeps: "a dispatcher that was taken for dead settles nothing",
    was: " and outbox.attempts = result.attempts",
    is: "",
  },
  {
    file: "lib/messages/settle-messages.queries.ts",
    test: "tests/flows/messages/send-due.test.ts",
    keeps: "a message that its provider does not take is not tried at each success of others",
    was: `and waiting.attempts < \${MESSAGE_LIMITS.wakeAttemptsMax}::integer`,
    is: "",
  },
  {
    file: "lib/messages/settle-messages.queries.ts",
    test: "tests/flows/messages/send-due.test.ts",
    keeps: "nobody is woken by another's message",
    was: " and waiting.last_error is not null",
    is: "",
  },
  {
    file: "lib/budget/charges.queries.ts",
    test: "tests/flows/messages/send-due.test.ts",
    keeps: "no cap on messages is passed",
    was: "where coalesce(counted.sent, 0) + charge.add > charge.max",
    is: "where false",
  },
];
