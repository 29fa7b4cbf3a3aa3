import type { Context } from "hono";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import type { HouseholdUnit } from "../../schema/vocabulary.ts";
import { type PlaceName, placesOf } from "./components/navigation.tsx";
import { noteOf } from "./form-note.ts";
import type { Teller } from "./format/teller.ts";
import { readerOf, tellerOf } from "./reader.ts";
import type { PageEnv } from "./session.ts";

type Zone = { timeZone: string; temperatureUnit: HouseholdUnit };

/** The words of a page that tells no time and no temperature. */
const NOWHERE: Zone = { timeZone: "UTC", temperatureUnit: "F" };

/** What every page of an owner begins with: the reader's words, the home's time and units, and what has just happened. */
export function ownerPage(c: Context, now: Date, place: PlaceName | null, given?: Zone) {
  const reader = readerOf(c);
  const { member, home } = (c as Context<{ Variables: Partial<PageEnv["Variables"]> }>).var;
  const teller: Teller = tellerOf(reader, given ?? home ?? NOWHERE, now);
  const { words } = teller;
  const done = c.req.query("done");
  const note = noteOf(c);
  const field = note?.problem === undefined ? null : fieldProblem(note.problem, words);
  return {
    words,
    teller,
    note,
    frame: {
      language: reader.language,
      words,
      isLarge: reader.isLarge,
      now,
      place,
      places: placesOf(member),
      home: home ?? null,
      notice: isDone(done, words) && note === undefined ? words.done[done] : undefined,
      problem: note?.isSignedOut
        ? words.form.signedOut
        : note?.problem !== undefined && field === null
          ? problemSentence(note.problem, words)
          : undefined,
      trouble: note === undefined ? null : { form: note.form, values: note.values, field },
    },
  };
}

const isDone = (text: string | undefined, words: Words): text is keyof Words["done"] =>
  text !== undefined && Object.hasOwn(words.done, text);

/** After a form: the page that shows what it has done. */
export const doneAt = (c: Context, path: string, done: keyof Words["done"]): Response =>
  c.redirect(`${path}${path.includes("?") ? "&" : "?"}done=${done}`, 303);

/** A refusal in the reader's words, for above the form. */
export const problemSentence = (problem: Problem, words: Words): string =>
  fieldProblem(problem, words)?.text ?? `${words.problem.told(problem)}.`;

/** A field by its name in our forms, and what to do about it in the reader's words. */
type FieldProblem = { name: string; text: string };

/** `"feeds.0.jsonRoot" must be …`: how a refusal of the wire names the field at fault and what it must be. */
const NAMED = /^"([\w.]+)" (.+)$/;

/** Null where the refusal is not about a field. */
function fieldProblem(problem: Problem, { form, problem: said }: Words): FieldProblem | null {
  const { name, sentence, field } = problem;
  if (field !== undefined && name === "bad_sign_in") return { name: field, text: form.wrongCode };
  if (field !== undefined) return { name: field, text: `${said.told(problem)}.` };
  if (name === "feed_refused") return { name: "url", text: form.feedAddress };
  const [, path, must] = (name === "invalid_request" ? NAMED.exec(sentence ?? "") : null) ?? [];
  if (path === undefined || must === undefined) return null;
  for (const [pattern, text] of FORMS) {
    const found = pattern.exec(must);
    if (found !== null) return { name: fieldOf(path), text: text(form, ...found.slice(1)) };
  }
  return { name: fieldOf(path), text: form.other };
}

/** The last part that is no index, as our forms write it. */
const fieldOf = (path: string): string =>
  (path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? path).replace(
    /[A-Z]/g,
    (letter) => `_${letter.toLowerCase()}`,
  );

type Said = (form: Words["form"], ...found: string[]) => string;

/** What the wire says a field must be, by the sentence's shape. */
const FORMS: readonly (readonly [RegExp, Said])[] = [
  [/text of (\d+) to (\d+) characters without control/, (form) => form.plainText],
  [/text of (\d+) to (\d+) characters/, (form, _, max = "") => form.textOf(max)],
  [/letters, digits/, (form) => form.puckId],
  [/hex or base64/, (form) => form.puckSecret],
  [/at least one sensor/, (form) => form.tickSensor],
  [/at most (\d+) characters without control/, (form) => form.plainText],
  [/at most (\d+) characters/, (form, max = "") => form.textAtMost(max)],
  [/IANA time zone/, (form) => form.zone],
  [/an email address/, (form) => form.email],
  [/phone number/, (form) => form.phone],
  [/six digits/, (form) => form.code],
  [/a date and a time/, (form) => form.moment],
  [/a time such as/, (form) => form.time],
  [/not be above/, (form) => form.notAboveWarning],
  [/not begin when they end/, (form) => form.sameTimes],
  [/http/, (form) => form.address],
  [/dotted path/, (form) => form.path],
  [/whole number of hours from (\d+) to (\d+)/, (form, min = "", max = "") => form.wholeOf(min, max)],
  [/number of minutes from (\d+) to (\d+)/, (form, min = "", max = "") => form.wholeOf(min, max)],
  [/the first step comes at once/, (form) => form.firstStep],
  [/not negative/, (form) => form.notNegative],
  [/number from (-?[\d.]+) to (-?[\d.]+)/, (form, min = "", max = "") => form.numberOf(min, max)],
  [/whole number/, (form) => form.whole],
  [/a number/, (form) => form.number],
  [/must be (one of )?\w+( or |, )/, (form) => form.choose],
];
