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
/** With a character that is left when the text is trimmed. */
const NOT_BLANK = `^[^${CONTROL_CHARACTERS}]*[^\\s${CONTROL_CHARACTERS}][^${CONTROL_CHARACTERS}]*$`;
const LOCAL = /^#\/\$defs\//;

/** Schemas as the document has them: those with a name are collected in `named`, and referred to. */
export class SchemaBook {
  readonly named: Record<string, Json> = {};

  /** JSON Schema 2020-12 of what is sent (`input`) or answered (`output`). */
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
      // A refinement is invisible in the document; `.meta` beside it describes it.
      Object.assign(made, z.globalRegistry.get(zodSchema));
      // The format says it; the pattern of all days of all months says it at length.
      if (made.format === "date-time") delete made.pattern;
      // Many tools compile patterns without Unicode's classes.
      if (made.pattern === text.STORABLE.source)
        made.pattern =
          made.minLength === undefined || made.minLength === 0 ? NO_CONTROL_CHARACTERS : NOT_BLANK;
      // What JavaScript can count to is no limit of ours, and makes absurd samples.
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
    },
  });

/** The schema with references into the document in place of those into itself. */
function plain(schema: object): Json {
  const { id: _, ...rest } = JSON.parse(JSON.stringify(schema, moved)) as Json;
  return rest;
}

const moved = (key: string, value: unknown): unknown =>
  key === "$ref" && typeof value === "string" ? value.replace(LOCAL, "#/components/schemas/") : value;

/** The shapes that have a name of their own in the document, and in the clients made from it. */
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
// Each field of a query is a parameter of its own.
for (const [id, shape] of Object.entries(WIRE))
  if (shape instanceof z.ZodMiniObject && !id.endsWith("Query")) NAMED.add(shape, { id });
for (const [kind, shape] of Object.entries(alertSettings.ALERT_OVERRIDES))
  NAMED.add(shape, { id: `${inPascal(kind)}Overrides` });

/** `time_to_freeze` is `TimeToFreeze`. */
function inPascal(kind: string): string {
  return kind.replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase());
}
