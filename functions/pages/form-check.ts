import { done, type Outcome, type Problem } from "../../lib/kernel/outcome.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import { WORDS } from "../../lib/language/pages.ts";
import type { Language } from "../../schema/vocabulary.ts";
import { firstIssue, type Issue, type Said, type Shape } from "../_http/validate.ts";

type FormWords = Words["form"];
type Plain = { [Name in keyof FormWords]: FormWords[Name] extends string ? Name : never }[keyof FormWords];

/** What a field asks for that looks like nothing else, by its name in our forms. */
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
  headerName: "address",
  jsonRoot: "path",
  device_id: "puckId",
  secret: "puckSecret",
  shows: "tickSensor",
  critical: "notAboveWarning",
  expires_in_days: "choose",
  after_minutes: "firstStep",
};

/** Names the field of a path where a form has several of one kind. */
export type NameField = (path: readonly string[]) => string | undefined;

/** Checks what a form says; a refusal names its first field at fault and what to enter, in each language. */
export function checkForm<Schema extends Shape>(
  schema: Schema,
  input: unknown,
  nameField?: NameField,
): Outcome<Said<Schema>> {
  const checked = firstIssue(schema, input);
  if (checked.ok) return done(checked.value);
  const { issue } = checked;
  return {
    ok: false,
    problem: issue === undefined ? { name: "invalid_request" } : problemOf(issue, nameField),
  };
}

function problemOf(issue: Issue, nameField?: NameField): Problem {
  const field = fieldOf(issue.path);
  if (field === null) return { name: "invalid_request" };
  return {
    name: "invalid_request",
    field: nameField?.(issue.path.map(String)) ?? field,
    sentences: inEach((form) => issueText(issue, field, form)),
  };
}

const inEach = (say: (form: FormWords) => string): Record<Language, string> => ({
  en: say(WORDS.en.form),
  es: say(WORDS.es.form),
});

/** The field that a path of the wire stands for in our forms: the value of a limit is the limit's own field. */
function fieldOf(path: readonly PropertyKey[]): string | null {
  const names = path.filter((part) => typeof part === "string");
  return (names.at(-1) === "value" ? names.at(-2) : undefined) ?? names.at(-1) ?? null;
}

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

/** `"feeds.0.jsonRoot" must be …`: how a refusal of the service itself names the field at fault. */
const NAMED = /^"([\w.]+)" /;

/** A refusal of the service with the field of our form that it is about; as it was where it is about none. */
export function atField(problem: Problem, nameField?: NameField): Problem {
  if (problem.name === "bad_sign_in") return { ...problem, field: "code" };
  if (problem.field !== undefined || problem.name !== "invalid_request") return problem;
  const path = NAMED.exec(problem.sentence ?? "")?.[1]?.split(".") ?? [];
  const field = fieldOf(path.filter((part) => !/^\d+$/.test(part)));
  if (field === null) return problem;
  return {
    name: problem.name,
    field: nameField?.(path) ?? field,
    sentences: inEach((form) => form[ASKED[field] ?? "other"]),
  };
}

/** A refusal in the reader's words, for above the form. */
export const problemSentence = (problem: Problem, words: Words): string =>
  fieldProblem(problem, words)?.text ?? `${words.problem.told(problem)}.`;

/** The field of a form that a refusal is about, and what to do; null where it is about no field. */
export function fieldProblem(
  problem: Problem,
  { form, problem: said }: Words,
): { name: string; text: string } | null {
  const { field, name, sentences } = atField(problem);
  if (name === "feed_refused") return { name: "url", text: form.feedAddress };
  if (field === undefined) return null;
  if (name === "bad_sign_in") return { name: field, text: form.wrongCode };
  const text = said.told({ name, ...(sentences === undefined ? problem : { sentences }) });
  return { name: field, text: text.endsWith(".") ? text : `${text}.` };
}
