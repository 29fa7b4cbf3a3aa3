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

/** What a form of ours has sent. */
export type SentForm = ReturnType<typeof formOf>;

const URL_ENCODED = /^application\/x-www-form-urlencoded\s*(;|$)/i;

export async function readForm(c: Context): Promise<Outcome<SentForm>> {
  const bytes = await readBytes(c.req.raw, LIMITS.accountBodyBytesMax);
  if (!bytes.ok) return bytes;
  // A form that is one button says nothing.
  if (bytes.value.length > 0 && !URL_ENCODED.test(c.req.header("Content-Type") ?? ""))
    return refuse("invalid_request", "Send this with its form");
  return done(formOf(new TextDecoder().decode(bytes.value)));
}

/** Reads fields from a body, or from an address that a form has asked for. */
export function formOf(given: ConstructorParameters<typeof URLSearchParams>[0]) {
  const fields = new URLSearchParams(given);
  /** A field's last value; "" where it has none. */
  const text = (name: string): string => (fields.getAll(name).at(-1) ?? "").trim();
  return {
    text,
    /** The values of the ticked boxes of one name. */
    all: (name: string): string[] => fields.getAll(name),
    has: (name: string): boolean => fields.has(name),
    /** True where a box is ticked or a button says yes. */
    yes: (name: string): boolean => text(name) === "yes",
    number: (name: string): number => Number(text(name).replace(",", ".")),
    entries: (): [name: string, value: string][] => [...fields],
  };
}

/** What an address asks for, as a form says it. */
export const askedIn = (c: Context): SentForm => formOf(new URL(c.req.url).searchParams);

/** A field of a wire shape without what is wrapped around it. */
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
 * What a form says as its wire shape takes it, each field by the name that it has there. A field that the form does not
 * ask for is left out; one that is left empty is null, or left out, where it may be.
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
  // A number of the wire that may be said in another way too is a number in a form.
  const isNumber =
    def.type === "number" ||
    def.type === "union" ||
    (def.type === "literal" && typeof def.values[0] === "number");
  if (isNumber) return text === "" ? (isOptional ? undefined : Number.NaN) : form.number(name);
  return def.type === "boolean" ? text === "yes" : text;
}

/** What a browser holds its reader to: the very limits of the wire. */
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
type Plain = { [Name in keyof FormWords]: FormWords[Name] extends string ? Name : never }[keyof FormWords];

/** What a field asks for that looks like nothing else, by its name on the wire. */
const ASKED: Partial<Record<string, Plain>> = {
  time_zone: "zone",
  phone: "phone",
  email: "email",
  code: "code",
  from: "time",
  to: "time",
  quiet_hours: "sameTimes",
  at: "moment",
  url: "address",
  headerName: "header",
  jsonRoot: "path",
  device_id: "puckId",
  secret: "puckSecret",
  critical: "notAboveWarning",
  expires_in_days: "choose",
  after_minutes: "firstStep",
  value: "number",
};

/** Refusals that are about the same field wherever they come from. */
const FIELDS: Partial<Record<ProblemName, readonly [field: string, asked: Plain]>> = {
  bad_sign_in: ["code", "wrongCode"],
  feed_refused: ["url", "feedAddress"],
};

/** Names the field of a form that a path of the wire stands for, where it isn't called as the wire calls it. */
type NameField = (path: readonly string[]) => string | undefined;

/** Checks what a form says; a refusal names its first field at fault and what to enter, in each language. */
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

/** The name of a field on the wire: the value of a limit is the limit's own field, and so is the place in a list. */
const fieldOf = (path: readonly string[]): string =>
  path.findLast((part) => part !== "value" && !/^\d+$/.test(part)) ?? path.at(-1) ?? "";

function issueText(issue: Issue, field: string, form: FormWords): string {
  const asked = ASKED[field];
  switch (issue.code) {
    case "too_big":
      return issue.origin === "string"
        ? form.textAtMost(`${issue.maximum}`)
        : form.atMost(`${issue.maximum}`);
    case "too_small":
      if (issue.origin === "string") return asked === undefined ? form.missing : form[asked];
      return issue.origin === "array" ? form.choose : form.atLeast(`${issue.minimum}`);
    case "invalid_type":
      if (issue.expected === "int") return form.whole;
      return issue.expected === "number" ? form.number : form.other;
    case "invalid_value":
      return form.choose;
    case "invalid_format":
      if (issue.format === "email") return form.email;
      if (issue.format === "datetime") return form.moment;
      return asked === undefined ? form.plainText : form[asked];
    default:
      return asked === undefined ? form.other : form[asked];
  }
}

/** A refusal with the field of our form that it is about, and what to enter there; as it was where it is about none. */
export function atField(problem: Problem, nameField?: NameField): Problem {
  const [own, asked] = FIELDS[problem.name] ?? [];
  const path = own === undefined ? problem.field?.split(".") : [own];
  if (path === undefined) return problem;
  const field = fieldOf(path);
  const sentences = asked === undefined ? problem.sentences : undefined;
  return {
    name: problem.name,
    field: nameField?.(path) ?? field,
    sentences: sentences ?? sentencesBy((form) => form[asked ?? ASKED[field] ?? "other"]),
  };
}

export const problemSentence = (problem: Problem, words: Words): string =>
  `${words.problem.told(atField(problem))}.`.replace(/\.\.$/, ".");
