import type { CallAnswer } from "../feeds/guarded-fetch/guarded-fetch.vendor.ts";
import type { SendResult } from "../messages/delivery/settle.ts";

/** What becomes of a message whose call got no answer: a refused address is final, unless its name may resolve again. */
export function unanswered(name: string, answer: Exclude<CallAnswer, { kind: "answered" }>): SendResult {
  if (answer.kind === "failed") {
    const { error } = answer;
    const what = error instanceof Error ? error.name : "unknown";
    return { kind: "retry", reason: `${name}: no answer (${what})` };
  }
  return answer.reason === "unresolvable"
    ? { kind: "retry", reason: `${name}: the host has no address` }
    : { kind: "permanent", reason: `${name}: the URL is refused (${answer.reason})` };
}
