import type { ProblemName } from "../../../schema/problems.ts";
import type { Problem } from "../../kernel/outcome.ts";
import texts from "./problems.json" with { type: "json" };

/** Problems whose English sentence is shown to Spanish readers too, since it names a field or a reason. */
const DETAILED: readonly ProblemName[] = ["invalid_request", "feed_refused"];

/** Answers to refused devices, and their Spanish translation for owners. The first match counts. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^No usable reading: saw an object with keys? (.+?)(?:, in it .*)?;.*/, "No hay lecturas en $1"],
  [/^No usable reading: the probe of (.+) is unplugged.*/, "La sonda de $1 está desconectada"],
  [/^No usable reading.*/, "No hay lecturas"],
  [/^Invalid JSON at position (\d+).*/, "JSON no válido en la posición $1"],
];

/** Sentences without a full stop, like the English ones in the schema. */
const SPANISH: Record<ProblemName, string> = texts;

export function problemEs({ name, sentence, sentences }: Problem): string {
  if (sentences !== undefined) return sentences.es;
  return sentence !== undefined && DETAILED.includes(name) ? `${SPANISH[name]}: ${sentence}` : SPANISH[name];
}

/** Translates the answer to a refused device into Spanish. Rare answers are quoted in English. */
export function refusedBodyEs(sentence: string): string {
  const [said, spanish] = SENTENCES.find(([form]) => form.test(sentence)) ?? [/.*/, "Respuesta: «$&»"];
  return sentence.replace(said, spanish).replace(/ and (\d+) more/, " y $1 más");
}
