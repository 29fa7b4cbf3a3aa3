import {
  type Attempt,
  type Begun,
  beginAttempt,
  forgetAttempt,
  type KeyedRequest,
  keepAnswer,
  keyHashOf,
} from "./answer-once.queries.ts";
import { KERNEL_LIMITS } from "./limits.ts";
import { done, type Outcome, refuse } from "./outcome.ts";
import { base62Text } from "./secret.ts";
import type { CoreServices } from "./services.actions.ts";
import { hexText } from "./text.ts";

export type KeptAnswer = { status: number; text: string };

/** Either this attempt is to answer the request, or another one has. */
export type FirstOrKept = { kind: "first"; attempt: Attempt } | { kind: "kept"; answer: KeptAnswer };

const ATTEMPT_CHARACTERS = 20;
const PURPOSE = "idempotent-answer";

/**
 * Begins to answer a request under an `Idempotency-Key`; what was answered within a day is answered again.
 */
export async function beginOnce(services: CoreServices, asked: KeyedRequest): Promise<Outcome<FirstOrKept>> {
  const { householdId } = asked;
  const keyHash = await keyHashOf(asked);
  const attempt = { householdId, keyHash, attempt: base62Text(ATTEMPT_CHARACTERS, services.random) };
  const begun = await beginAttempt(services.db, asked, attempt, services.clock());
  switch (begun.outcome) {
    case "ours":
      return done({ kind: "first", attempt });
    case "another_request":
      return refuse("idempotency_mismatch");
    case "running":
      return refuse(
        begun.sinceSeconds < KERNEL_LIMITS.idempotencyAnswerSeconds
          ? "idempotency_running"
          : "idempotency_unknown",
      );
    case "answered":
      return opened(services, attempt, begun);
    default:
      return begun satisfies never;
  }
}

async function opened(
  { serverVault }: CoreServices,
  { keyHash }: Attempt,
  { status, sealedAnswer }: Extract<Begun, { outcome: "answered" }>,
): Promise<Outcome<FirstOrKept>> {
  const answer = await serverVault.open(PURPOSE, hexText(keyHash), sealedAnswer);
  if (answer === null) return refuse("idempotent_answer_gone");
  return done({ kind: "kept", answer: { status, text: answer.text } });
}

/** Stores the answer of the request, for the same request sent again. */
export async function keepOnce(
  { db, serverVault }: CoreServices,
  attempt: Attempt,
  { status, text }: KeptAnswer,
): Promise<void> {
  const sealedAnswer = await serverVault.seal(PURPOSE, hexText(attempt.keyHash), text);
  await keepAnswer(db, attempt, { status, sealedAnswer });
}

/** For a request that surely did nothing: it may be sent again under its key. */
export const forgetOnce = ({ db }: CoreServices, attempt: Attempt): Promise<void> =>
  forgetAttempt(db, attempt);
