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
  /** The page that shows what is refused: the path that the form is sent to where left out, null for a page of its own. */
  page?: Page | null;
  /** What the form must say; a form that is one button says nothing. */
  shape?: Schema;
  /** How it says it, where its fields are not simply those of the shape. */
  wish?: (form: SentForm, c: Context<PageEnv>) => unknown;
  run: (c: Context<PageEnv>, wish: Said<Schema>, form: SentForm) => Outcome<Value> | Promise<Outcome<Value>>;
  /** Names the field that a path of the wire stands for, where the form calls it otherwise. */
  nameField?: (path: readonly string[], form: SentForm) => string | undefined;
  /** What the next page says or shows once, or the answer itself. */
  done:
    | keyof Words["done"]
    | ((
        value: Value,
        sent: { c: Context<PageEnv>; form: SentForm; wish: Said<Schema> },
      ) => Done | Promise<Done>);
  /** The next page; the page of the form where left out. */
  to?: Page;
  /** True where its sender must have proved just now that it is them. */
  isProved?: boolean;
};

/** A form is an action: read, checked, run; its reader goes on with a notice, back to what is wrong, or to prove who they are. */
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
    // Where the store counted a limit, the answer says when to come back.
    if (!outcome.ok && "retryAfterSeconds" in outcome)
      c.header("Retry-After", String(outcome.retryAfterSeconds));
    if (!outcome.ok)
      return outcome.problem.name === "prove_again" ? proveFirst(c, page) : refused(outcome.problem);
    // What it may have queued is sent while its reader already sees the next page.
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
