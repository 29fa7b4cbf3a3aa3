import type { TomlTable, TomlValue } from "smol-toml";
import { StartError } from "../start/start-error.ts";

/** Values of wrangler.toml as what they must be; `at` says where, for whoever has made a mistake. */

export function table(value: TomlValue | undefined, at: string): TomlTable {
  if (typeof value !== "object" || Array.isArray(value) || value instanceof Date)
    throw problem(`needs a table ${at}`);
  return value;
}

export function list(value: TomlValue | undefined, at: string): TomlValue[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw problem(`needs a list in ${at}`);
  return value;
}

export function strings(value: TomlValue | undefined, at: string): string[] {
  return list(value, at).map((item) => string(item, at));
}

export function string(value: TomlValue | undefined, at: string): string {
  if (typeof value !== "string") throw problem(`needs a text in ${at}`);
  return value;
}

export function number(value: TomlValue | undefined, at: string): number {
  if (typeof value !== "number") throw problem(`needs a number in ${at}`);
  return value;
}

export function problem(sentence: string): StartError {
  return new StartError(`wrangler.toml ${sentence}.`);
}

export function variables(value: TomlValue | undefined, at: string): Record<string, string> {
  if (value === undefined) return {};
  return Object.fromEntries(
    Object.entries(table(value, at)).map(([name, text]) => [name, string(text, `${at}.${name}`)]),
  );
}
