import type { JsonObject } from "../json.ts";

const FORM = /^[\w.%+[\]-]{1,64}=[^\s{]*$/;

/** Whether a text is a form: `temp1=70&humidity1=40`, with nothing unescaped in it. */
export const isForm = (text: string): boolean => FORM.test(text);

/** The fields of a form or of a query, as texts; of a field that comes twice the last. */
export const readForm = (text: string): JsonObject => {
  const fields: JsonObject = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) fields[name] = value;
  return fields;
};
