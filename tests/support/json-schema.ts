import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a JSON pointer such as `#/components/schemas/Error` names; undefined for one that leads nowhere. */
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

/** Of each document, whose schemas are compiled as they are asked for. */
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

/** With references that lead into the document from wherever they stand. */
const inDocument = (part: unknown): unknown =>
  JSON.parse(JSON.stringify(part).replaceAll('"$ref":"#/', '"$ref":"document:#/'));

/** Everything in which `value` is not as `schema` has it; the references are into `document`. */
export function faults(document: Json, schema: unknown, value: unknown): string[] {
  if (!isObject(schema)) return ["no schema"];
  const compile = compilers.get(document) ?? compilerOf(document);
  compilers.set(document, compile);
  const isRight = compile(schema);
  if (isRight(value)) return [];
  return (isRight.errors ?? []).map(({ instancePath, message }) => `$${instancePath}: ${message}`);
}
