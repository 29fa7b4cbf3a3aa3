import type { ProblemName } from "../../../schema/problems.ts";
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

/** Without a full stop, as the schema has them. */
const SPANISH: Record<ProblemName, string> = texts;

export function problemEs({ name, sentence, sentences }: Problem): string {
  if (sentences !== undefined) return sentences.es;
  return sentence !== undefined && DETAILED.includes(name) ? `${SPANISH[name]}: ${sentence}` : SPANISH[name];
}

/** A refusal as a device heard it, in Spanish; what few devices hear is quoted. */
export function refusedBodyEs(sentence: string): string {
  const [said, spanish] = SENTENCES.find(([form]) => form.test(sentence)) ?? [/.*/, "Respuesta: «$&»"];
  return sentence.replace(said, spanish).replace(/ and (\d+) more/, " y $1 más");
}
