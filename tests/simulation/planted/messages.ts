import type { PlantedBug } from "./bug.ts";

const CLAIM = "lib/messages/claim.queries.ts";
const NOTICES = "lib/messages/commit-notices.queries.ts";

export const MESSAGE_BUGS: readonly PlantedBug[] = [
  {
    breaks: "a decision is told by each of two writers",
    file: NOTICES,
    find: "and notified_at is null for update",
    replace: "for update",
    suite: "tests/flows/messages/commit-notices.test.ts",
  },
  {
    breaks: "findings that nobody wrote are marked told: a lost message",
    file: NOTICES,
    find: "where findings.id = due.id and exists",
    replace: "where findings.notified_at is null and exists",
    suite: "tests/flows/messages/commit-notices.test.ts",
  },
  {
    breaks: "a writer who is late for a part of the news tells all of it again",
    file: NOTICES,
    find: "and (select count(*) from due) = ${findingIds.length}::bigint",
    replace: "",
    suite: "tests/flows/messages/commit-notices.test.ts",
  },
  {
    breaks: "two dispatchers hand over the same message",
    file: CLAIM,
    find: "and (lease_until is null or lease_until <= ${at})",
    replace: "",
  },
  {
    breaks: "what was sent is sent again",
    file: "lib/messages/delivery/settle.ts",
    find: 'state: "sent",',
    replace: 'state: "pending",',
  },
  {
    breaks: "a provider's first refusal is the end of a message",
    file: "lib/messages/delivery/settle.ts",
    find: "return retryAt(result.reason, attempt, waitMs(attempt, result.afterSeconds ?? 0));",
    replace: "return dead(result.reason);",
    suite: "tests/domain/messages/settle.test.ts",
  },
  {
    breaks: "quiet hours are no hours",
    file: "lib/alerts/quiet/quiet.ts",
    find: "if (hours === null || breaksThrough(kind, severity)) return now;",
    replace: "if (hours !== null || breaksThrough(kind, severity)) return now;",
    suite: "tests/domain/alerts/quiet-hours.test.ts",
  },
  {
    breaks: "everybody's people are told",
    file: "lib/messages/preferences.queries.ts",
    find: "where member.household_id = ${sql.raw(householdId)})`",
    replace: "where true)`",
  },
  {
    breaks: "a service sends ten times as many text messages in a day as it may",
    file: "lib/budget/budget.ts",
    find: 'aDay("instance", (policy) => policy[day], { of })',
    replace: 'aDay("instance", (policy) => policy[day] * 10, { of })',
    suite: "tests/domain/budget/budget.test.ts",
  },
  {
    breaks: "whatever is told of a leak goes beyond the texts of a day, as its first word does",
    file: "lib/messages/audience/plan-messages.ts",
    find: 'finding.kind === "leak" && finding.transition === "opened"',
    replace: 'finding.kind === "leak"',
  },
];
