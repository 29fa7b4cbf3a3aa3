import type { Context } from "hono";
import { done, type Outcome, type Problem, refuse } from "../../lib/kernel/outcome.ts";
import { WORDS, type Words } from "../../lib/language/pages.ts";
import { inEach } from "../../lib/language/with-texts.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { ProblemName } from "../../schema/problems.ts";
import type { Language } from "../../schema/vocabulary.ts";
import { readBytes } from "../_http/body.ts";
import {
  type Checks,
  firstIssue,
  type Issue,
  type Said,
  type Schema,
  type Shape,
} from "../_http/validate.ts";

/** The fields of a submitted form, or of a query. */
export type SentForm = ReturnType<typeof formOf>;

const URL_ENCODED = /^application\/x-www-form-urlencoded\s*(;|$)/i;

export async function readForm(c: Context): Promise<Outcome<SentForm>> {
  const bytes = await readBytes(c.req.raw, LIMITS.formBodyBytesMax);
  if (!bytes.ok) return bytes;
  // A form that is only a button has an empty body.
  if (bytes.value.length > 0 && !URL_ENCODED.test(c.req.header("Content-Type") ?? ""))
    return refuse("invalid_request", "Send this with its form");
  return done(formOf(new TextDecoder().decode(bytes.value)));
}

/** Parses the fields of a body or a query. */
export function formOf(given: ConstructorParameters<typeof URLSearchParams>[0]) {
  const fields = new URLSearchParams(given);
  /** Returns a field's last value, trimmed, or "" if there is none. */
  const text = (name: string): string => (fields.getAll(name).at(-1) ?? "").trim();
  return {
    text,
    /** Returns the values of all ticked boxes of a name. */
    all: (name: string): string[] => fields.getAll(name),
    has: (name: string): boolean => fields.has(name),
    /** Returns true if a box is ticked or a button has the value "yes". */
    yes: (name: string): boolean => text(name) === "yes",
    number: (name: string): number => Number(text(name).replace(",", ".")),
    entries: (): [name: string, value: string][] => [...fields],
  };
}

/** Returns the query's parameters as form fields. */
export const askedIn = (c: Context): SentForm => formOf(new URL(c.req.url).searchParams);

/** A field's schema without its optional, nullable, default and pipe wrappers. */
type Bare = { core: Schema; isOptional: boolean; isNullable: boolean };

function bare(field: Schema): Bare {
  let [core, isOptional, isNullable] = [field, false, false];
  for (;;) {
    const { def } = core._zod;
    if (def.type === "optional" || def.type === "nullable" || def.type === "default") {
      isOptional ||= def.type !== "nullable";
      isNullable ||= def.type === "nullable";
      core = def.innerType as Schema;
    } else if (def.type === "pipe") core = def.in as Schema;
    else return { core, isOptional, isNullable };
  }
}

function fieldsOf(shape: Shape): Record<string, Schema> {
  const { def } = (shape as unknown as Schema)._zod;
  return def.type === "object" ? (def.shape as Record<string, Schema>) : {};
}

/**
 * Reads a form as the input of its schema, by the schema's field names. Omits fields that the form doesn't have. An
 * empty field becomes null if the schema allows null; an empty optional number is omitted.
 */
export const readAs = (shape: Shape, form: SentForm): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fieldsOf(shape)).flatMap(([name, field]) => {
      const value = read(name, bare(field), form);
      return value === undefined ? [] : [[name, value]];
    }),
  );

function read(name: string, { core, isOptional, isNullable }: Bare, form: SentForm): unknown {
  const { def } = core._zod;
  if (def.type === "array") return form.all(name);
  if (!form.has(name)) return undefined;
  const text = form.text(name);
  if (text === "" && isNullable) return null;
  // A union in a form's schema accepts a number, which is the kind of value that a form sends.
  const isNumber =
    def.type === "number" ||
    def.type === "union" ||
    (def.type === "literal" && typeof def.values[0] === "number");
  if (isNumber) return text === "" ? (isOptional ? undefined : Number.NaN) : form.number(name);
  return def.type === "boolean" ? text === "yes" : text;
}

/** Returns the attributes that make the browser enforce the schema's limits. */
export function heldTo(shape: Shape | undefined, name: string): { required?: true; maxlength?: number } {
  const field = shape === undefined ? undefined : fieldsOf(shape)[name];
  if (field === undefined) return {};
  const { core, isNullable } = bare(field);
  const checks = (core._zod.def.checks ?? []).map((check) => check._zod.def as Checks["_zod"]["def"]);
  const longest = checks.find((check) => check.check === "max_length")?.maximum;
  const isText =
    core._zod.def.type === "string" &&
    checks.some((check) => check.check === "min_length" && check.minimum > 0);
  return {
    ...(isText && !isNullable ? { required: true } : {}),
    ...(longest === undefined ? {} : { maxlength: longest }),
  };
}

type FormWords = Words["form"];
/** Returns what to enter in a field whose check says too little. A text's key names its fields, or a refusal. */
const askedFor = ({ asked, other }: FormWords, name: string, otherwise = other): string =>
  Object.entries(asked).find(([names]) => names.split(" ").includes(name))?.[1] ?? otherwise;

/** The field that a refusal is about in every form. */
const FIELDS: Partial<Record<ProblemName, string>> = { bad_sign_in: "code", feed_refused: "url" };

/** Returns the form's field for a path in the schema, or undefined if their names are equal. */
type NameField = (path: readonly string[]) => string | undefined;

/** Checks a form's input. A refusal names the first wrong field and, in each language, what to enter. */
export function checkForm<Schema extends Shape>(schema: Schema, input: unknown): Outcome<Said<Schema>> {
  const checked = firstIssue(schema, input);
  if (checked.ok) return done(checked.value);
  const { issue } = checked;
  const field = issue?.path.join(".") ?? "";
  if (issue === undefined || field === "") return refuse("invalid_request");
  const sentences = sentencesBy((form) => issueText(issue, fieldOf(field.split(".")), form));
  return { ok: false, problem: { name: "invalid_request", field, sentences } };
}

const sentencesBy = (say: (form: FormWords) => string): Record<Language, string> =>
  inEach(WORDS, ({ form }) => say(form));

/** Returns the field's name in a path of the schema: the last part that isn't `value` or an index. */
const fieldOf = (path: readonly string[]): string =>
  path.findLast((part) => part !== "value" && !/^\d+$/.test(part)) ?? path.at(-1) ?? "";

function issueText(issue: Issue, field: string, form: FormWords): string {
  switch (issue.code) {
    case "too_big":
      return issue.origin === "string"
        ? form.textAtMost(`${issue.maximum}`)
        : form.atMost(`${issue.maximum}`);
    case "too_small":
      if (issue.origin === "string") return askedFor(form, field, form.missing);
      return issue.origin === "array" ? form.choose : form.atLeast(`${issue.minimum}`);
    case "invalid_type":
      if (issue.expected === "int") return form.whole;
      return issue.expected === "number" ? form.number : form.other;
    case "invalid_value":
      return form.choose;
    case "invalid_format":
      if (issue.format === "email") return askedFor(form, "email");
      return askedFor(form, issue.format === "datetime" ? "at" : field, form.plainText);
    default:
      return askedFor(form, field);
  }
}

/** Adds the form's field and what to enter there to a refusal. Returns it unchanged if it is about no field. */
export function atField(problem: Problem, nameField?: NameField): Problem {
  const own = FIELDS[problem.name];
  const path = own === undefined ? problem.field?.split(".") : [own];
  if (path === undefined) return problem;
  const field = fieldOf(path);
  const sentences = own === undefined ? problem.sentences : undefined;
  return {
    name: problem.name,
    field: nameField?.(path) ?? field,
    sentences: sentences ?? sentencesBy((form) => askedFor(form, own === undefined ? field : problem.name)),
  };
}

export const problemSentence = (problem: Problem, words: Words): string =>
  `${words.problem.told(atField(problem))}.`.replace(/\.\.$/, ".");
