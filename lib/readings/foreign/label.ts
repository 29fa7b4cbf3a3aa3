import { namesPlace } from "../../devices/placement/place-evidence.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { snake } from "../parts/snake.ts";
import words from "../words.json" with { type: "json" };
import { firstText } from "./names.ts";
import { isMeasured } from "./records.ts";

/** Names that are as often a program's: they count where they name a place. */
const NAMES = ["name", "title", "location", "place", "area"];

const placeNameIn = (body: JsonObject): string | null => {
  const name = firstText(body, NAMES);
  return name !== null && !name.includes("_") && namesPlace(name) ? name : null;
};

/** What people call the one thing that a body is about. No key begins with it: people change their minds. */
export const labelOf = (body: unknown): string => {
  const said = isJsonObject(body) ? (firstText(body, words.givenByPeople) ?? placeNameIn(body)) : null;
  return said !== null && /\p{L}{3}/u.test(said) && !/[/.=]/.test(said) && !isMeasured(snake(said))
    ? said
    : "";
};
