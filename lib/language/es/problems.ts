import { PROBLEMS, type ProblemName } from "../../../schema/problems.ts";
import type { Problem } from "../../kernel/outcome.ts";
import texts from "./problems.json" with { type: "json" };

/** Their details name a field or a reason, which is worth more than none in the reader's language. */
const DETAILED: readonly ProblemName[] = ["invalid_request", "feed_refused"];

/** What a refused device is answered, and how its owners read it; the first that fits. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^No usable reading: saw an object with keys? (.+?)(?:, in it .*)?;.*/, "No hay lecturas en $1"],
  [/^No usable reading: the probe of (.+) is unplugged.*/, "La sonda de $1 está desconectada"],
  [/^No usable reading.*/, "No hay lecturas"],
  [/^Invalid JSON at position (\d+).*/, "JSON no válido en la posición $1"],
];

/** What devices, programs and the clock alone are told: no page shows it. */
type ProgramProblem =
  | "missing_device_key"
  | "missing_ingest_key_header"
  | "bad_device_key"
  | "body_broken_off"
  | "encoded_body"
  | "not_utf8"
  | "empty_body"
  | "nested_too_deep"
  | "invalid_json"
  | "unusable_payload"
  | "too_many_readings"
  | "too_many_sensors"
  | "unsupported_senml"
  | "bad_cron_secret"
  | "bad_api_key"
  | "api_scope"
  | "idempotency_mismatch"
  | "idempotency_running"
  | "idempotency_unknown"
  | "idempotent_answer_gone"
  | "bad_companion_session"
  | "claim_gone"
  | "city_not_shared"
  | "wrong_method";

/** Each refusal that a page may show. Without a full stop, as the schema has them. */
const problemsEs: Record<Exclude<ProblemName, ProgramProblem>, string> = texts;

/** What a page says of a refusal; of one that no page should meet, the API's own words. */
export function problemEs({ name, sentence, sentences }: Problem): string {
  if (sentences !== undefined) return sentences.es;
  const known: Partial<Record<ProblemName, string>> = problemsEs;
  const told = known[name];
  if (told === undefined) return sentence ?? PROBLEMS[name].error;
  return sentence !== undefined && DETAILED.includes(name) ? `${told}: ${sentence}` : told;
}

/** A refusal as a device heard it, in Spanish; what few devices hear is quoted. */
export function refusedBodyEs(sentence: string): string {
  const [said, spanish] = SENTENCES.find(([form]) => form.test(sentence)) ?? [/.*/, "Respuesta: «$&»"];
  return sentence.replace(said, spanish).replace(/ and (\d+) more/, " y $1 más");
}
