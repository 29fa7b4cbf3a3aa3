import * as z from "zod/mini";
import * as household from "../wire/account/household.ts";
import * as keys from "../wire/account/keys.ts";
import * as notifications from "../wire/account/notifications.ts";
import * as signIn from "../wire/account/sign-in.ts";
import * as alertSettings from "../wire/alert-settings.ts";
import * as alerts from "../wire/alerts.ts";
import * as companion from "../wire/companion.ts";
import * as deliveries from "../wire/deliveries.ts";
import * as devices from "../wire/devices.ts";
import * as events from "../wire/events.ts";
import * as pullSetup from "../wire/pull-setup.ts";
import * as quiet from "../wire/quiet.ts";
import * as readings from "../wire/readings.ts";
import * as rules from "../wire/rules.ts";
import * as sharedHome from "../wire/shared-home.ts";
import * as simulation from "../wire/simulation.ts";
import * as text from "../wire/text.ts";

export type Json = Record<string, unknown>;

const CONTROL_CHARACTERS = "\\u0000-\\u001f\\u007f-\\u009f";
const NO_CONTROL_CHARACTERS = `^[^${CONTROL_CHARACTERS}]*$`;
/** At least one character remains after trimming. */
const NOT_BLANK = `^[^${CONTROL_CHARACTERS}]*[^\\s${CONTROL_CHARACTERS}][^${CONTROL_CHARACTERS}]*$`;
const LOCAL = /^#\/\$defs\//;

/** The document's schemas. Named ones are collected in `named`, and referenced. */
export class SchemaBook {
  readonly named: Record<string, Json> = {};

  /** Returns the JSON Schema 2020-12 of a request (`input`) or an answer (`output`). */
  of(schema: z.ZodMiniType, io: "input" | "output"): Json {
    const { $schema: _, $defs = {}, ...rest } = jsonSchema(schema, io);
    for (const [name, definition] of Object.entries($defs)) this.named[name] = plain(definition);
    return plain(rest);
  }
}

const jsonSchema = (schema: z.ZodMiniType, io: "input" | "output") =>
  z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    metadata: NAMED,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: made }) => {
      // Refinements can't be shown in the document; `.meta` beside one describes it.
      Object.assign(made, z.globalRegistry.get(zodSchema));
      // The format already says it; the pattern would spell out the days of every month.
      if (made.format === "date-time") delete made.pattern;
      // Many tools compile patterns without Unicode's classes.
      if (made.pattern === text.STORABLE.source)
        made.pattern =
          made.minLength === undefined || made.minLength === 0 ? NO_CONTROL_CHARACTERS : NOT_BLANK;
      // JavaScript's safe integers are no limit of ours, and would make absurd samples.
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
    },
  });

/** Copies a schema; its references point into the document instead of into itself. */
function plain(schema: object): Json {
  const { id: _, ...rest } = JSON.parse(JSON.stringify(schema, moved)) as Json;
  return rest;
}

const moved = (key: string, value: unknown): unknown =>
  key === "$ref" && typeof value === "string" ? value.replace(LOCAL, "#/components/schemas/") : value;

/** The shapes with a name in the document, and so in clients that are generated from it. */
const NAMED = z.registry<{ id: string }>();

/** The shapes by the names of their exports. */
const WIRE: Record<string, unknown> = {
  ...alertSettings,
  ...alerts,
  ...companion,
  ...deliveries,
  ...devices,
  ...events,
  ...household,
  ...keys,
  ...notifications,
  ...pullSetup,
  ...quiet,
  ...readings,
  ...rules,
  ...sharedHome,
  ...signIn,
  ...simulation,
  ...text,
};
// A query's shape isn't named, because each of its fields is a parameter.
for (const [id, shape] of Object.entries(WIRE))
  if (shape instanceof z.ZodMiniObject && !id.endsWith("Query")) NAMED.add(shape, { id });
for (const [kind, shape] of Object.entries(alertSettings.ALERT_OVERRIDES))
  NAMED.add(shape, { id: `${inPascal(kind)}Overrides` });

/** Turns `time_to_freeze` into `TimeToFreeze`. */
function inPascal(kind: string): string {
  return kind.replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase());
}
