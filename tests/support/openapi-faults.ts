import { isObject, type Json, KEYWORDS, resolve } from "./json-schema.ts";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const MEDIA_TYPE = /^[\w.+*-]+\/[\w.+*-]+(; ?[\w.-]+=[\w.-]+)*$/;
const COMPONENT_NAME = /^[\w.-]+$/;
const JSON_TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];
const PLACES = ["path", "query", "header", "cookie"];

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = ["items", "additionalProperties", "propertyNames", "not"];
const MANY = ["anyOf", "oneOf", "allOf"];

type Operation = { path: string; method: string; operation: Json };

/** Everything in which `document` is no OpenAPI 3.1; what it does not use is a fault too. */
export function documentFaults(document: Json): string[] {
  const operations = operationsOf(document);
  return [
    ...unresolved(document, document),
    ...outline(document),
    ...repeated(operations.map(({ operation }) => operation.operationId)).map(
      (id) => `operationId ${id} twice`,
    ),
    ...repeated(Object.keys(part(document, "paths")).map((path) => path.replace(/\{\w+\}/g, "{}"))).map(
      (path) => `path ${path} twice`,
    ),
    ...operations.flatMap((one) => operationFaults(document, one)),
    ...Object.entries(part(part(document, "components"), "schemas")).flatMap(([name, schema]) => [
      ...(COMPONENT_NAME.test(name) ? [] : [`component ${name}: not a name`]),
      ...schemaFaults(schema, name),
    ]),
  ];
}

const part = (whole: unknown, name: string): Json => {
  const found = isObject(whole) ? whole[name] : undefined;
  return isObject(found) ? found : {};
};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const repeated = (values: unknown[]): unknown[] => values.filter((value, at) => values.indexOf(value) !== at);

function outline({ openapi, info, paths }: Json): string[] {
  const { title, version } = isObject(info) ? info : {};
  const isThere =
    /^3\.1\.\d+$/.test(String(openapi)) && typeof title === "string" && typeof version === "string";
  const wrong = Object.keys(isObject(paths) ? paths : {}).filter((path) => !path.startsWith("/"));
  return [...(isThere ? [] : ["no openapi, title or version"]), ...wrong.map((path) => `path ${path}: no /`)];
}

const operationsOf = (document: Json): Operation[] =>
  Object.entries(part(document, "paths")).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).map(([method, operation]) => ({
      path,
      method,
      operation: isObject(operation) ? operation : {},
    })),
  );

function unresolved(document: Json, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => unresolved(document, item));
  if (!isObject(value)) return [];
  const { $ref } = value;
  const isLost = typeof $ref === "string" && !isObject(resolve(document, $ref));
  return [
    ...(isLost ? [`${$ref} leads nowhere`] : []),
    ...Object.values(value).flatMap((item) => unresolved(document, item)),
  ];
}

function operationFaults(document: Json, { path, method, operation }: Operation): string[] {
  const name = `${method} ${path}`;
  const faults: string[] = METHODS.includes(method) ? [] : ["no such method"];
  if (!/^[a-z]\w*(\.[a-z]\w*)+$/.test(String(operation.operationId)))
    faults.push("operationId is missing or not a thing and what is done with it");
  if (typeof operation.summary !== "string") faults.push("no summary");
  if (!/^[A-Z`].{20,}[.]$/.test(String(operation.description))) faults.push("no description in sentences");
  const tags = list(document.tags).map((tag) => (isObject(tag) ? tag.name : null));
  if (list(operation.tags).length === 0 || list(operation.tags).some((tag) => !tags.includes(tag)))
    faults.push("a tag of which nothing is said");
  const schemes = part(part(document, "components"), "securitySchemes");
  const asked = list(operation.security).flatMap((one) => Object.keys(isObject(one) ? one : {}));
  faults.push(
    ...asked
      .filter((scheme) => !Object.hasOwn(schemes, scheme))
      .map((scheme) => `no security scheme ${scheme}`),
  );
  faults.push(...parameterFaults(path, operation), ...responseFaults(operation));
  if (operation.requestBody !== undefined)
    faults.push(...contentFaults(part(operation, "requestBody").content));
  return faults.map((fault) => `${name}: ${fault}`);
}

function parameterFaults(path: string, operation: Json): string[] {
  const parameters = list(operation.parameters).filter(isObject);
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  const declared = parameters
    .filter((one) => one.in === "path" && one.required === true)
    .map(({ name }) => name);
  return [
    ...(String(named) === String(declared.sort()) ? [] : [`path has ${named}, parameters have ${declared}`]),
    ...repeated(parameters.map((one) => `${one.in} ${one.name}`)).map((one) => `parameter ${one} twice`),
    ...parameters
      .filter((one) => !PLACES.includes(String(one.in)))
      .map(({ name }) => `parameter ${name} is nowhere`),
    ...parameters.flatMap(({ name, schema }) => schemaFaults(schema, String(name))),
  ];
}

function responseFaults({ responses }: Json): string[] {
  const all = Object.entries(isObject(responses) ? responses : {});
  if (all.length === 0) return ["no answer"];
  return all.flatMap(([status, response]) => {
    if (!/^[1-5]\d\d$/.test(status) || !isObject(response)) return [`answer ${status} is none`];
    if (typeof response.$ref === "string") return [];
    const said = typeof response.description === "string" ? [] : [`answer ${status} without a description`];
    return response.content === undefined ? said : [...said, ...contentFaults(response.content)];
  });
}

function contentFaults(content: unknown): string[] {
  const media = Object.entries(isObject(content) ? content : {});
  if (media.length === 0) return ["content of no type"];
  return media.flatMap(([type, said]) => [
    ...(MEDIA_TYPE.test(type) ? [] : [`${type} is no media type`]),
    ...schemaFaults(isObject(said) ? said.schema : undefined, type),
  ]);
}

/** As far as a small check goes: known keywords, right types of their values, patterns that compile. */
function schemaFaults(schema: unknown, at: string): string[] {
  if (typeof schema === "boolean") return [];
  if (!isObject(schema)) return [`${at}: no schema`];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const where = `${at}.${keyword}`;
    if (!KEYWORDS.has(keyword)) return [`${where}: no such keyword`];
    if (ONE.includes(keyword)) return schemaFaults(value, where);
    if (MANY.includes(keyword))
      return list(value).length === 0
        ? [`${where}: empty`]
        : list(value).flatMap((one) => schemaFaults(one, where));
    if (keyword === "properties")
      return Object.entries(isObject(value) ? value : { "?": null }).flatMap(([name, one]) =>
        schemaFaults(one, `${where}.${name}`),
      );
    return keywordFaults(keyword, value).map((fault) => `${where}: ${fault}`);
  });
}

function keywordFaults(keyword: string, value: unknown): string[] {
  if (keyword === "type")
    return [value].flat().every((type) => JSON_TYPES.includes(String(type))) ? [] : ["no type"];
  if (keyword === "enum")
    return list(value).length > 0 && repeated(list(value)).length === 0 ? [] : ["empty or twice"];
  if (keyword === "required")
    return list(value).every((name) => typeof name === "string") ? [] : ["not names"];
  if (/^(min|max|exclusiveM)/.test(keyword)) return typeof value === "number" ? [] : ["no number"];
  if (keyword === "pattern") return typeof value === "string" && new RegExp(value, "u") ? [] : ["no pattern"];
  return [];
}
