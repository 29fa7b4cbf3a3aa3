import { remembered } from "../../kernel/remembered.ts";
import { entriesOf, type JsonObject } from "../json.ts";
import { slug } from "../sensor-keys.ts";
import type { Part } from "./manner.ts";
import { snake, worded } from "./snake.ts";
import type { Named } from "./temperatures.ts";

/** Capitals of a formula stay; the first letter of a word after a name doesn't. */
const labelled = (thing: string, what: string): string => {
  if (thing === "" || ` ${what} `.toLowerCase().includes(` ${thing.toLowerCase()} `)) return what;
  if (what.length < 2) return thing;
  return `${thing} ${/^\p{Lu}\p{Ll}/u.test(what) ? what.charAt(0).toLowerCase() + what.slice(1) : what}`;
};

/** What is told of the weather: two such words beside a bare temperature, and its thermometer is on a mast, or nowhere. */
const ON_A_MAST = /wind(?!ow)|^w(?:dir|spd|gst)|(?:^|_)gust|(?:^|_)(?:rain|precip|snow)|cloud|visib/;
/** Felt by nobody in a room. */
const CHILL = /wind_?chill/;
const FELT = /(?:^|_)uvi?(?:_|$)|feels|apparent|(?:^|_)app_temp|heat_?index|sea_?level|(?:^|_)slp(?:_|$)/;
const OUTSIDE = "Outdoor temperature";
const BARE = /^(?:air_|current_)?temp(?:erature)?(?:_[cf]|_celsius|_fahrenheit)?$/;
/** Services of the weather say how high above the ground. */
const ABOVE_GROUND = /^temperature_\d{1,3}m$/;

/** Another thermometer is outdoors, or the air of a room is measured. */
const INDOORS = /outdoor|outside|out_?temp|temp_?out|aussen|exter|(?:^|_)co_?2|voc/;

const weatherWord = remembered((name: string): "indoors" | "chill" | "mast" | "felt" | "other" => {
  const word = snake(name);
  if (INDOORS.test(word)) return "indoors";
  if (CHILL.test(word)) return "chill";
  return ON_A_MAST.test(word) ? "mast" : FELT.test(word) ? "felt" : "other";
});

const isOfWeather = (members: JsonObject): boolean => {
  const told = entriesOf(members).flatMap(([name, raw]) =>
    typeof raw === "number" ? [weatherWord(name)] : [],
  );
  const isMast = told.includes("mast") && told.filter((word) => word !== "other").length >= 2;
  return (isMast || told.includes("chill")) && !told.includes("indoors");
};

type Names = { key: string; label: string | undefined };

/** Of firmware of one's own the names stay as they are. */
const exactNames = ({ key, label, isWhole }: Part, { as, name }: Named): Names => {
  const said = as ?? name;
  if (isWhole) return { key: key || said, label };
  return { key: [key, said].filter(Boolean).join("_"), label: label === "" ? undefined : `${label} ${said}` };
};

/** The keys and labels of a part's readings. */
export const namesIn = (part: Part): ((leaf: Named) => Names) => {
  const isOutside = (word: string): boolean =>
    ABOVE_GROUND.test(word) || (BARE.test(word) && !part.isWhole && isOfWeather(part.members));
  return (leaf) => {
    const { name, as, label } = leaf;
    const said = as ?? name;
    const outside = isOutside(snake(said)) ? OUTSIDE : undefined;
    if (part.manner.isExact || part.isWhole) {
      const names = exactNames(part, leaf);
      return { ...names, label: outside ?? names.label };
    }
    const key = /\s/.test(said) ? slug(said) : said;
    const what = outside ?? label ?? worded(said);
    return { key: [part.key, key].filter(Boolean).join("_"), label: labelled(part.label, what) };
  };
};
