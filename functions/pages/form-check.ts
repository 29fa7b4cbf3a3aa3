import { done, type Outcome, type Problem, refuse } from "../../lib/kernel/outcome.ts";
import { WORDS, type Words } from "../../lib/language/pages.ts";
import { inEach } from "../../lib/language/with-texts.ts";
import type { ProblemName } from "../../schema/problems.ts";
import type { Language } from "../../schema/vocabulary.ts";
import { firstIssue, type Issue, type Said, type Shape } from "../_http/validate.ts";

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
export type NameField = (path: readonly string[]) => string | undefined;

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
