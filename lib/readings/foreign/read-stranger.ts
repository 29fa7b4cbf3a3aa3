import { done, type Outcome } from "../../kernel/outcome.ts";
import { isJsonObject } from "../json.ts";
import type { Manner } from "../parts/part.ts";
import { readParts } from "../parts/read-parts.ts";
import { snake } from "../parts/snake.ts";
import type { ParsedPayload } from "../reading.ts";
import { firstText } from "./names.ts";
import { isMeasured } from "./records.ts";
import { sentenceMembers } from "./sentences.ts";
import { walk } from "./walk.ts";

const STRANGER: Manner = {};

/** What people call the one thing that a body is about. No key begins with it: people change their minds. */
const labelOf = (body: unknown): string => {
  const said = isJsonObject(body) ? firstText(body, GIVEN) : null;
  return said !== null && /\p{L}{3}/u.test(said) && !/[/.=]/.test(said) && !isMeasured(snake(said))
    ? said
    : "";
};

const GIVEN =
  `nickname custom_name customName friendly_name friendlyName alias display_name displayName device_name deviceName
  room room_name roomName`.split(/\s+/);

/**
 * A body of a shape that no style knows: what is understood of it by names, units and nesting, and nothing else.
 * Temperatures without any word on their unit are taken for °C, as nearly all interfaces between machines send them,
 * and are marked as assumed.
 */
export const readStranger = (body: unknown): Outcome<ParsedPayload> => {
  const thing = { key: "", label: labelOf(body) };
  const outcome = readParts(walk(body, STRANGER, thing));
  if (!outcome.ok || outcome.value.readings.length > 0) return outcome;
  const members = sentenceMembers(body);
  if (members !== null) return readParts([{ ...thing, members, manner: STRANGER }]);
  // A battery alone, somewhere inside, may be that of anything.
  return done({ ...outcome.value, health: {} });
};
