import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the target of a JSON pointer such as `#/components/schemas/Error`, or undefined. */
export function resolve(document: Json, ref: string): unknown {
  if (!ref.startsWith("#/")) return undefined;
  const keys = ref
    .slice(2)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce<unknown>(
    (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    document,
  );
}

/** Compiles each document's schemas when they are first needed. */
const compilers = new WeakMap<Json, (schema: object) => ValidateFunction>();

function compilerOf(document: Json): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false });
  addFormats.default(ajv);
  ajv.addVocabulary(["components"]);
  ajv.addSchema({ $id: "document:", components: inDocument(document.components) });
  const compiled = new WeakMap<object, ValidateFunction>();
  return (schema) => {
    const known = compiled.get(schema) ?? ajv.compile(inDocument(schema) as Json);
    compiled.set(schema, known);
    return known;
  };
}

/** Makes references absolute, so that they lead into the document from anywhere. */
const inDocument = (part: unknown): unknown =>
  JSON.parse(JSON.stringify(part).replaceAll('"$ref":"#/', '"$ref":"document:#/'));

/** Returns all differences between `value` and `schema`, whose references are into `document`. */
export function faults(document: Json, schema: unknown, value: unknown): string[] {
  if (!isObject(schema)) return ["no schema"];
  const compile = compilers.get(document) ?? compilerOf(document);
  compilers.set(document, compile);
  const isRight = compile(schema);
  if (isRight(value)) return [];
  return (isRight.errors ?? []).map(({ instancePath, message }) => `$${instancePath}: ${message}`);
}
