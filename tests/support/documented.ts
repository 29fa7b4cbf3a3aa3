import { ALL_ROUTES } from "../../local/openapi/all-routes.ts";
import { openApiDocument } from "../../schema/openapi/document.ts";
import { faults, isObject, type Json, resolve } from "./json-schema.ts";

export const DOCUMENT = JSON.parse(JSON.stringify(openApiDocument(ALL_ROUTES))) as Json;

const paths = DOCUMENT.paths as Record<string, Record<string, Json>>;

const TEMPLATES = Object.keys(paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "([^/]+)")}$`),
  parameters: path.match(/\{/g)?.length ?? 0,
}));

/** Returns the document's operation for a request; a literal path wins over one with parameters. */
export function operationFor(method: string, path: string): Json | undefined {
  const bare = path.replace(/\?.*$/, "");
  const [best] = TEMPLATES.filter(({ pattern }) => pattern.test(bare)).sort(
    (a, b) => a.parameters - b.parameters,
  );
  const operation = paths[best?.path ?? ""]?.[method.toLowerCase()];
  return operation;
}

/** Returns all differences between an answer and the document. */
export async function undocumented(method: string, path: string, answer: Response): Promise<string[]> {
  const name = `${method} ${path} ${answer.status}`;
  const operation = operationFor(method, path);
  if (operation === undefined) return [`${name}: no such operation`];
  const said = (operation.responses as Record<string, Json>)[String(answer.status)];
  if (said === undefined) return [`${name}: no such answer`];
  const described = typeof said.$ref === "string" ? resolve(DOCUMENT, said.$ref) : said;
  const text = await answer.clone().text();
  const content = isObject(described) && isObject(described.content) ? described.content : {};
  const type = answer.headers.get("Content-Type");
  if (Object.keys(content).length === 0)
    return text === "" ? [] : [`${name}: a body of which nothing is said`];
  const media = mediaFor(content, type ?? "");
  if (media === undefined) return [`${name}: ${type} is not in the document`];
  const value = /^application\/json\b/.test(type ?? "") ? JSON.parse(text) : text;
  return faults(DOCUMENT, media.schema, value).map((fault) => `${name}: ${fault}`);
}

function mediaFor(content: Json, type: string): Json | undefined {
  const bare = (media: string) => media.split(";")[0];
  const found = Object.entries(content).find(([media]) => media === type || bare(media) === bare(type));
  return isObject(found?.[1]) ? found[1] : undefined;
}
