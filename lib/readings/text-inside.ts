import { decodeText } from "./decode-body.ts";
import { entriesOf, isJsonObject, type JsonObject } from "./json.ts";

/** `{"`, `{ `, a brace before a new line, and `[{`, as base64 begins with them. */
const BASE64_JSON = /^(?:ey[A-DI-L]|ew[o-r]|W3[s-v])[\w+/-]*={0,2}$/;
const JSON_START = /^\s{0,8}[[{]/;

const fromBase64 = (text: string): string | null => {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
      character.charCodeAt(0),
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Letters that happen to begin like base64 are no envelope.
    return null;
  }
};

const jsonOf = (text: string): unknown => {
  const json = JSON_START.test(text) ? text : BASE64_JSON.test(text) ? fromBase64(text) : null;
  if (json === null) return null;
  const exact = decodeText(json);
  const decoded = exact.ok ? exact : decodeText(json.replace(UNQUOTED, '$1"$2":'));
  return decoded.ok && typeof decoded.value === "object" ? decoded.value : null;
};

/** `{power:120,temp:18.4}`, as emoncms takes it. */
const UNQUOTED = /([{,]\s{0,4})([a-z_]\w{0,63}):/gi;

const firstIn = (object: JsonObject): unknown => {
  for (const [, value] of entriesOf(object)) {
    const inner = typeof value === "string" ? jsonOf(value) : null;
    if (inner !== null) return inner;
  }
  return null;
};

/**
 * The first JSON that an envelope carries as text or as base64, at its top or one object deeper, as queues and networks
 * of modems pass messages on: `{"message":{"data":"eyJ0…"}}`; null where there is none.
 */
export const jsonInside = (body: unknown): unknown => {
  if (!isJsonObject(body)) return null;
  const own = firstIn(body);
  if (own !== null) return own;
  for (const [, value] of entriesOf(body)) {
    const inner = isJsonObject(value) ? firstIn(value) : null;
    if (inner !== null) return inner;
  }
  return null;
};
