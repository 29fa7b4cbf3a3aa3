/** What a channel's app shows of one message, as its documentation has it. */
export type Shown = {
  title: string;
  text: string;
  /** Where a press on it, its buttons or its links leads. */
  links: readonly string[];
  /** What its button says; null where it has none. */
  button: string | null;
  /** The app's own word for how loud it is; null where it has none. */
  loudness: string | null;
  /** What it took for markup or for a mention. */
  commands: readonly string[];
};

type Body = { readonly [field: string]: unknown };
export type StandInAnswer = { status: number; body?: unknown };

/**
 * A channel that is one HTTP call, tried without its provider: what the sandbox in its place takes, refuses and answers,
 * and what its app would show. No function carries it: only the sandbox and tests take from these files.
 */
export type CalledStandIn = {
  /** The path of the real one, so that an address of one differs from the sandbox's in its host alone. */
  path: RegExp;
  to: (path: string, body: Body) => string;
  answer: (body: Body) => StandInAnswer;
  shows: (body: Body) => Shown;
  /** What a person types for it, where the sandbox is. */
  address: (sandboxUrl: string) => string;
  /** Where it stands in for a provider with which the operator has an account. */
  baseUrl?: string;
  /** As people paste it, each of its own form. */
  typed: readonly string[];
  wrong: readonly string[];
};

export const objectIn = (value: unknown): Body =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Body) : {};
export const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
export const firstIn = (value: unknown): Body => objectIn(Array.isArray(value) ? value[0] : undefined);

/** Markdown read back: an escaped sign is itself, any other of these signs is a command. */
export function readMarkdown(text: string, signs: string): { text: string; commands: string[] } {
  const commands: string[] = [];
  const read = text.replace(/\\([!-/:-@[-`{-~])|[\s\S]/g, (each: string, escaped: string | undefined) => {
    if (escaped === undefined && signs.includes(each)) commands.push(each);
    return escaped ?? each;
  });
  return { text: read, commands };
}
