import {
  type Attempt,
  beginAttempt,
  forgetAttempt,
  type KeyedRequest,
  keepAnswer,
  keyHashOf,
} from "./answer-once.queries.ts";
import { done, type Outcome, refuse } from "./outcome.ts";
import { base62Text } from "./secret.ts";
import type { CoreServices } from "./services.actions.ts";
import { hexText } from "./text.ts";

export type KeptAnswer = { status: number; text: string };

/** `kept` is the stored answer of an earlier attempt, or null if this attempt must answer the request itself. */
type FirstOrKept = { attempt: Attempt; kept: KeptAnswer | null };

const ATTEMPT_CHARACTERS = 20;
/** An attempt without an answer after this time has crashed. It may have done its work before. */
const ANSWER_SECONDS_MAX = 60;
const PURPOSE = "idempotent-answer";

/** Begins to answer a request with an `Idempotency-Key`. An answer of the last day is returned again. */
export async function beginOnce(services: CoreServices, asked: KeyedRequest): Promise<Outcome<FirstOrKept>> {
  const { householdId } = asked;
  const keyHash = await keyHashOf(asked);
  const attempt = { householdId, keyHash, attempt: base62Text(ATTEMPT_CHARACTERS, services.random) };
  const begun = await beginAttempt(services.db, asked, attempt, services.clock());
  if (begun?.ours) return done({ attempt, kept: null });
  if (begun?.same_request === false) return refuse("idempotency_mismatch");
  // No row is visible if a concurrent attempt inserted it after this statement's snapshot was taken.
  const { status = null, sealed_answer: sealed = null, since_seconds: sinceSeconds } = begun ?? {};
  if (status === null || sealed === null)
    return refuse((sinceSeconds ?? 0) < ANSWER_SECONDS_MAX ? "idempotency_running" : "idempotency_unknown");
  const answer = await services.serverVault.open(PURPOSE, hexText(keyHash), sealed);
  return answer === null
    ? refuse("idempotent_answer_gone")
    : done({ attempt, kept: { status, text: answer.text } });
}

/** Stores the answer for retries of the request. Null means that nothing was done: the key is then free for a retry. */
export async function settleOnce(services: CoreServices, attempt: Attempt, answer: KeptAnswer | null) {
  if (answer === null) return await forgetAttempt(services.db, attempt);
  const sealedAnswer = await services.serverVault.seal(PURPOSE, hexText(attempt.keyHash), answer.text);
  await keepAnswer(services.db, attempt, { status: answer.status, sealedAnswer });
}
