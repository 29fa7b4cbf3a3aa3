import { html } from "hono/html";
import type { Markup } from "./page.ts";

const INDENT = "  ";

/** A JSON Schema as the OpenAPI document holds it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  title?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
};

/** An example stands in the document itself or is referred to. */
type Example = { $ref?: string; value?: unknown };

export type Content = Record<
  string,
  { schema?: Schema; example?: unknown; examples?: Record<string, Example> }
>;

export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
};

export type Answer = {
  $ref?: string;
  description?: string;
  headers?: Record<string, { description?: string }>;
  content?: Content;
};

export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Answer>;
};

export type SecurityScheme = {
  type: string;
  scheme?: string;
  in?: string;
  name?: string;
  description?: string;
};

/** What of dist/openapi.json is shown. */
export type ApiDocument = {
  info: { title: string; version: string };
  /** Grouped by audience. */
  "x-tagGroups": { name: string; description: string; tags: string[] }[];
  paths: Record<string, Record<string, Operation>>;
  /** What we send to receivers of others, by the event's name. */
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Answer>;
    examples: Record<string, Example>;
    securitySchemes: Record<string, SecurityScheme>;
  };
};

/** The last word of a reference: `#/components/schemas/Device` is `Device`. */
export const referredName = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

/**
 * A schema in the notation of TypeScript, limits as comments; names lead to the schema that they stand for.
 */
export function shapeOf(schema: Schema, depth = 0): Markup {
  if (schema.$ref !== undefined) return reference(referredName(schema.$ref));
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (schema.enum !== undefined) return html`${schema.enum.map((each) => JSON.stringify(each)).join(" | ")}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return joined(choices, " | ", depth);
  if (schema.allOf !== undefined) return joined(schema.allOf, " & ", depth);
  if (schema.type === "array") return html`Array&lt;${shapeOf(schema.items ?? {}, depth)}&gt;`;
  if (schema.type === "object") return objectShape(schema, depth);
  const type = Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "any");
  return html`${type}${schema.format === undefined ? "" : ` (${schema.format})`}`;
}

const reference = (name: string): Markup => html`<a href="#schema-${name}">${name}</a>`;

const joined = (schemas: Schema[], separator: string, depth: number): Markup =>
  html`${schemas.map((each, index) => html`${index === 0 ? "" : separator}${shapeOf(each, depth)}`)}`;

function objectShape(
  { properties = {}, required = [], additionalProperties }: Schema,
  depth: number,
): Markup {
  const inner = INDENT.repeat(depth + 1);
  const lines = Object.entries(properties).map(
    ([name, field]) =>
      html`${inner}${name}${required.includes(name) ? "" : "?"}: ${shapeOf(field, depth + 1)}${comment(field)}\n`,
  );
  if (typeof additionalProperties === "object")
    lines.push(html`${inner}[name]: ${shapeOf(additionalProperties, depth + 1)}\n`);
  return lines.length === 0 ? html`{}` : html`{\n${lines}${INDENT.repeat(depth)}}`;
}

function comment(schema: Schema): Markup {
  const told = limitsOf(schema);
  return told === "" ? html`` : html`<span class="quiet">  // ${told}</span>`;
}

/** What a value has to be besides its type, and what the field means; empty where nothing is to be said. */
export function limitsOf(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const parts = [
    schema.description,
    range(minLength, maxLength, " characters"),
    range(minimum, maximum, ""),
    range(minItems, maxItems, " items"),
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ];
  return parts.filter((part) => part !== undefined).join("; ");
}

function range(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  if (max === undefined) return `at least ${min}${unit}`;
  if (min === undefined) return `at most ${max}${unit}`;
  return `${min} to ${max}${unit}`;
}
