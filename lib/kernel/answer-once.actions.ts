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

/** This attempt, where it is to answer the request; else what another one has answered. */
type FirstOrKept = { attempt: Attempt; kept: KeptAnswer | null };

const ATTEMPT_CHARACTERS = 20;
/** A request that was not answered after so long never will be. */
const ANSWER_SECONDS_MAX = 60;
const PURPOSE = "idempotent-answer";

/**
 * Begins to answer a request under an `Idempotency-Key`; what was answered within a day is answered again.
 */
export async function beginOnce(services: CoreServices, asked: KeyedRequest): Promise<Outcome<FirstOrKept>> {
  const { householdId } = asked;
  const keyHash = await keyHashOf(asked);
  const attempt = { householdId, keyHash, attempt: base62Text(ATTEMPT_CHARACTERS, services.random) };
  const begun = await beginAttempt(services.db, asked, attempt, services.clock());
  if (begun?.ours) return done({ attempt, kept: null });
  if (begun?.same_request === false) return refuse("idempotency_mismatch");
  // A row that is not seen yet is of another attempt that began in the same moment.
  const { status = null, sealed_answer: sealed = null, since_seconds: sinceSeconds } = begun ?? {};
  if (status === null || sealed === null)
    return refuse((sinceSeconds ?? 0) < ANSWER_SECONDS_MAX ? "idempotency_running" : "idempotency_unknown");
  const answer = await services.serverVault.open(PURPOSE, hexText(keyHash), sealed);
  return answer === null
    ? refuse("idempotent_answer_gone")
    : done({ attempt, kept: { status, text: answer.text } });
}

/** Stores the answer for the same request sent again; null: it surely did nothing, and may be sent again under its key. */
export async function settleOnce(services: CoreServices, attempt: Attempt, answer: KeptAnswer | null) {
  if (answer === null) return await forgetAttempt(services.db, attempt);
  const sealedAnswer = await services.serverVault.seal(PURPOSE, hexText(attempt.keyHash), answer.text);
  await keepAnswer(services.db, attempt, { status: answer.status, sealedAnswer });
}
