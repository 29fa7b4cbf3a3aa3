/** What a refused device is answered, and how its owners read it; the first that fits. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^No usable reading: saw an object with keys? (.+?)(?:, in it .*)?;.*/, "Ninguna medida en $1"],
  [/^No usable reading: the probe of (.+) is unplugged.*/, "La sonda de $1 está desconectada"],
  [/^No usable reading.*/, "Ninguna medida"],
  [/^Invalid JSON at position (\d+).*/, "JSON no válido en la posición $1"],
];

/** A refusal as a device heard it, in Spanish; what few devices hear is quoted. */
export function refusedBodyEs(sentence: string): string {
  const [said, spanish] = SENTENCES.find(([form]) => form.test(sentence)) ?? [/.*/, "Se respondió: «$&»"];
  return sentence.replace(said, spanish).replace(/ and (\d+) more/, " y $1 más");
}
