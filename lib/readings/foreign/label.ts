import { namesPlace } from "../../devices/placement/place-evidence.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { snake, worded } from "../parts/snake.ts";
import words from "../words.json" with { type: "json" };
import { firstText, shortText } from "./names.ts";
import { isMeasured } from "./records.ts";

/** Names that are as often a program's: they count where they name a place, or what is none. */
const NAMES = ["name", "title", "location", "place", "area", "sensor", "probe", "device", "tag", "station"];
const SOURCES = ["source", "provider", "host", "node", "topic"];

/** Of `home/freezer/temperature` the part that names a place. */
const placeIn = (text: string): string | undefined => text.split("/").findLast(namesPlace);

const placeNameIn = (body: JsonObject): string | null => {
  for (const name of [...NAMES, ...SOURCES]) {
    const said = placeIn(shortText(body[name]) ?? "");
    if (said !== undefined) return said.includes("_") ? worded(said) : said;
  }
  return null;
};

/** What people call the one thing that a body is about. No key begins with it: people change their minds. */
export const labelOf = (body: unknown): string => {
  const said = isJsonObject(body) ? (firstText(body, words.givenByPeople) ?? placeNameIn(body)) : null;
  return said !== null && /\p{L}{3}/u.test(said) && !/[/.=]/.test(said) && !isMeasured(snake(said))
    ? said
    : "";
};
