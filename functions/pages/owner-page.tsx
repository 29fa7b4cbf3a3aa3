import type { Context } from "hono";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import type { FormTrouble } from "./components/fields.tsx";
import { type PlaceName, placesOf } from "./components/navigation.tsx";
import { atField } from "./form-check.ts";
import { noteOf } from "./form-note.ts";
import { readerOf, tellerOf, type Zone } from "./reader.ts";
import type { PageEnv } from "./session.ts";

/** What every page of an owner begins with: the reader's words, the home's time and units, and what has just happened. */
export function ownerPage(c: Context, now: Date, place: PlaceName | null, given?: Zone) {
  const { member, home } = (c as Context<{ Variables: Partial<PageEnv["Variables"]> }>).var;
  const teller = tellerOf(readerOf(c), given ?? home ?? null, now);
  const { words } = teller;
  const done = c.req.query("done");
  const note = noteOf(c);
  const field = note?.problem === undefined ? null : fieldProblem(note.problem, words);
  return {
    words,
    teller,
    note,
    frame: {
      teller,
      place,
      places: placesOf(member),
      home: home ?? null,
      beside: place === "settings" && member !== undefined ? { member, path: c.req.path } : null,
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

/** The field of a form that a refusal is about, and what to do; null where it is about no field. */
function fieldProblem(problem: Problem, { form, problem: said }: Words): FormTrouble["field"] {
  const { field, name, sentences } = atField(problem);
  if (name === "feed_refused") return { name: "url", text: form.feedAddress };
  if (field === undefined) return null;
  if (name === "bad_sign_in") return { name: field, text: form.wrongCode };
  const text = said.told({ name, ...(sentences === undefined ? problem : { sentences }) });
  return { name: field, text: text.endsWith(".") ? text : `${text}.` };
}
