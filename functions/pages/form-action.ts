import type { Context } from "hono";
import { type Outcome, type Problem, refuse } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { Words } from "../../lib/language/pages.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { wakeInBackground } from "../_http/app.ts";
import type { Said, Shape } from "../_http/validate.ts";
import { atField, checkForm, readAs, readForm, type SentForm } from "./form.ts";
import { doneAt, formRefused, type ShownOnce, shownOnce } from "./form-note.ts";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, proveFirst } from "./session.ts";

export type Page = string | ((c: Context<PageEnv>, form: SentForm) => string);

export type Done = keyof Words["done"] | ShownOnce | Response;

export type FormSpec<Schema extends Shape, Value> = {
  /** The page that shows a refusal. Default: the form's own path. Null: a separate problem page. */
  page?: Page | null;
  /** The schema of the form. A form that is only a button has none. */
  shape?: Schema;
  /** Builds the input for the schema, if it isn't simply the form's fields. */
  wish?: (form: SentForm, c: Context<PageEnv>) => unknown;
  run: (c: Context<PageEnv>, wish: Said<Schema>, form: SentForm) => Outcome<Value> | Promise<Outcome<Value>>;
  /** Returns the form's field for a path in the schema, if their names differ. */
  nameField?: (path: readonly string[], form: SentForm) => string | undefined;
  /** The notice of the next page, a result to show there once, or the response itself. */
  done:
    | keyof Words["done"]
    | ((
        value: Value,
        sent: { c: Context<PageEnv>; form: SentForm; wish: Said<Schema> },
      ) => Done | Promise<Done>);
  /** The next page. Default: the form's page. */
  to?: Page;
  /** True if the sender must have confirmed their identity in the last minutes. */
  isProved?: boolean;
};

/** Returns the handler of a form: reads, checks and runs it. Redirects to the next page, the error or `/prove`. */
export function formAction<Schema extends Shape, Value>(services: Services, spec: FormSpec<Schema, Value>) {
  const { shape, wish = (form: SentForm) => shape && readAs(shape, form), run } = spec;
  return async (c: Context<PageEnv>): Promise<Response> => {
    const sent = await readForm(c);
    if (!sent.ok) return problemPage(c, sent.problem);
    const form = sent.value;
    const page = pageOf(spec.page ?? undefined, c, form) ?? c.req.path;
    const nameField = (path: readonly string[]) => spec.nameField?.(path, form);
    const refused = (problem: Problem) =>
      spec.page === null ? problemPage(c, problem) : formRefused(c, page, atField(problem, nameField), form);
    const given = shape === undefined ? null : checkForm(shape, wish(form, c));
    if (given?.ok === false) return refused(given.problem);
    const wanted = given?.value as Said<Schema>;
    const mustProve = spec.isProved && !isProved(c.var.member, services.clock());
    const outcome = mustProve ? refuse("prove_again") : await run(c, wanted, form);
    // A limit that the database counts also says when to try again.
    if (!outcome.ok && "retryAfterSeconds" in outcome)
      c.header("Retry-After", String(outcome.retryAfterSeconds));
    if (!outcome.ok)
      return outcome.problem.name === "prove_again" ? proveFirst(c, page) : refused(outcome.problem);
    // Sends messages that the action has queued, without making the person wait for it.
    wakeInBackground(c, services);
    const { done } = spec;
    const said = typeof done === "function" ? await done(outcome.value, { c, form, wish: wanted }) : done;
    if (said instanceof Response) return said;
    const next = pageOf(spec.to, c, form) ?? page;
    return typeof said === "string" ? doneAt(c, next, said) : shownOnce(c, next, said, form);
  };
}

const pageOf = (page: Page | undefined, c: Context<PageEnv>, form: SentForm): string | undefined =>
  typeof page === "function" ? page(c, form) : page;
