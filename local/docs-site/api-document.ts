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

/** What of functions/public/openapi.json is shown; `npm run generate` writes that file. */
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
