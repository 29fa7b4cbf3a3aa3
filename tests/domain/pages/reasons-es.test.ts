import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { reasonEs } from "../../../functions/pages/words/reasons-es.ts";

test.each([
  [
    "38.25 °F is at or below the warning limit of 40 °F",
    "38,25 °F es igual o inferior al límite de aviso (40 °F)",
  ],
  ["71% is at or above the high limit of 60%", "71% es igual o superior al límite superior (60%)"],
  [
    "A low of 20.3 °F is at or below the limit of 25 °F",
    "Una mínima de 20,3 °F es igual o inferior al límite (25 °F)",
  ],
  ["9 °F is above the limit of 5 °F", "9 °F supera el límite (5 °F)"],
  ["21.5 °C is not above 20 °C", "21,5 °C no supera 20 °C"],
  ["1 is equal to 1", "1 es igual a 1"],
  ["Silent for 62 of 45 minutes allowed", "Lleva 62 minutos en silencio; se admiten 45"],
  [
    "About 3.5 h until 32 °F at the present cooling (outdoors)",
    "Unas 3,5 h hasta 32 °F si sigue enfriándose así",
  ],
  ["The room is cold and still falling: 12.5 °C", "La habitación está fría y sigue bajando: 12,5 °C"],
  ['It is called "Garage"', "Se llama «Garage»"],
  ['It is called "Freezer" and is as cold as one', "Se llama «Freezer» y está igual de frío"],
  ["It was as cold as a freezer all week", "Estuvo toda la semana tan frío como un congelador"],
  ["7 devices fell silent together", "7 dispositivos callaron a la vez"],
  ["Twilio: 21610", "Twilio: 21610"],
  ["Resend: daily_quota_exceeded", "Resend: daily_quota_exceeded"],
  ["FCM: messaging/internal-error", "FCM: messaging/internal-error"],
  ["Webhook: HTTP 503", "Webhook: HTTP 503"],
  ["Webhook: no answer (TimeoutError)", "Webhook: sin respuesta (TimeoutError)"],
  ["The sms channel is not configured", "El canal sms no está configurado"],
  ["Overtaken by later news", "Superado por noticias posteriores"],
])("%s", (text, told) => {
  expect(reasonEs(text)).toBe(told);
});

test("what nobody has translated is said to be none", () => {
  expect(reasonEs("Something new that a rule says")).toBeNull();
});

/** Said of a judgement that tells nothing: no finding has them. */
const NEVER_TOLD = /is: "unknown"/;

test("every whole sentence that a rule of an alert can say has its Spanish", () => {
  const folder = path.resolve("lib/alerts");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const lines = files.flatMap((file) => readFileSync(path.join(folder, file), "utf8").split("\n"));
  const sentences = lines
    .filter((line) => !NEVER_TOLD.test(line))
    .flatMap(
      (line) => /^(?:const WHY_\w+ = |\s+(?:\w+: |[?:] )+)"([A-Z][^"]+ [^"]+)"[,;]?$/.exec(line)?.[1] ?? [],
    );
  expect(sentences.length).toBeGreaterThan(12);
  expect(sentences.filter((sentence) => reasonEs(sentence) === null)).toEqual([]);
});
