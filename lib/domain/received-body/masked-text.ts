import { LIMITS } from "../../../schema/limits.ts";
import { isJsonObject } from "../ingest/json.ts";

const MASK = "•••";

/** Names of what gives access to something. */
const SECRET_NAME = /pass|pwd|psk|secret|token|auth|credential|api_?key|^key$|signature/i;

/** A number under such a name is read as any other, but not shown. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** Long runs without a space are keys, tokens and certificates; readings and names are not. */
const SECRET_TEXT = /[A-Za-z0-9+/_=-]{24,}/g;

/** `PASSKEY=…` in a form or query, `"password": "…` in JSON that is broken. */
const NAMED_SECRET =
  /((?:pass\w*|pwd|psk|secret|token|auth\w*|credential\w*|api_?key|key|signature)["']?\s*[:=]\s*["']?)[^\s"'&,}]+/gi;

const NESTING_MAX = 8;

/** A parsed body as text, without anything that may give access to something, cut to what a page shows. */
export const maskedBody = (body: unknown): string => cut(JSON.stringify(masked(body, 0)) ?? "");

/** The same of text that could not be parsed. */
export const maskedText = (text: string): string =>
  cut(
    text
      .slice(0, 2 * LIMITS.receivedBodyCharactersMax)
      .replace(NAMED_SECRET, `$1${MASK}`)
      .replace(SECRET_TEXT, MASK),
  );

function masked(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.replace(SECRET_TEXT, MASK);
  if (depth >= NESTING_MAX && typeof value === "object" && value !== null) return "…";
  if (Array.isArray(value)) return value.map((each) => masked(each, depth + 1));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name.replace(SECRET_TEXT, MASK),
      SECRET_NAME.test(name) && typeof each !== "boolean" ? MASK : masked(each, depth + 1),
    ]),
  );
}

const cut = (text: string): string =>
  text.length > LIMITS.receivedBodyCharactersMax
    ? `${text.slice(0, LIMITS.receivedBodyCharactersMax)}…`
    : text;
