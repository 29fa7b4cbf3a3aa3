import type { Context } from "hono";
import type { Problem } from "../../lib/domain/outcome.ts";
import type { HouseholdUnit } from "../../schema/vocabulary.ts";
import type { PlaceName } from "./components/owner-frame.tsx";
import type { Teller } from "./format/teller.ts";
import { readerOf, tellerOf } from "./reader.ts";
import type { Words } from "./words/en.ts";

type HomeFacts = { timeZone: string; temperatureUnit: HouseholdUnit };

/** The words of a page that tells no time and no temperature. */
const NOWHERE: HomeFacts = { timeZone: "UTC", temperatureUnit: "F" };

/** What every page of an owner begins with: the reader's words, and what has just happened. */
export function ownerPage(c: Context, now: Date, place: PlaceName | null, home: HomeFacts = NOWHERE) {
  const reader = readerOf(c);
  const teller: Teller = tellerOf(reader, home, now);
  const { words } = teller;
  const done = c.req.query("done");
  return {
    words,
    teller,
    frame: {
      language: reader.language,
      words,
      isLarge: reader.isLarge,
      now,
      place,
      notice: isDone(done, words) ? words.done[done] : undefined,
    },
  };
}

const isDone = (text: string | undefined, words: Words): text is keyof Words["done"] =>
  text !== undefined && Object.hasOwn(words.done, text);

/** After a form: the page that shows what it has done. */
export const doneAt = (c: Context, path: string, done: keyof Words["done"]): Response =>
  c.redirect(`${path}${path.includes("?") ? "&" : "?"}done=${done}`, 303);

/** A refusal in the reader's words, for beside the form. */
export const problemSentence = (problem: Problem, words: Words): string => `${words.problem.told(problem)}.`;
