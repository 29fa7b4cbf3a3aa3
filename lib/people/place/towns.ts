import { TOWN_LIST } from "./town-list.ts";

/** A town of the bundled list. `id` names it in a form; `country` is an ISO 3166 code, `region` may be "". */
export type Town = {
  id: string;
  name: string;
  region: string;
  country: string;
  latitude: number;
  longitude: number;
  timeZone: string;
};

const FOUND_MAX = 8;
/** Farther away than this a town says nothing about where a home is. */
const NEAR_KM_MAX = 80;
const KM_PER_DEGREE = 111;
const STEPS_PER_DEGREE = 20;

let parsed: readonly Town[] | undefined;

/** The list is read on first use. */
function towns(): readonly Town[] {
  parsed ??= TOWN_LIST.split(/[\n|]/).flatMap(townsOfLine);
  return parsed;
}

function townsOfLine(line: string): Town[] {
  const [timeZone = "", country = ""] = line.split(" ", 2);
  const zoneTown = timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
  let [region, north, east] = ["", 0, 0];
  return line
    .slice(timeZone.length + country.length + 2)
    .split(";")
    .map((text) => {
      const [named = "", state = "", northward = "", eastward = ""] = text.split(",");
      const name = named === "" ? zoneTown : named;
      region = state === "" ? region : state;
      north += Number(northward);
      east += Number(eastward);
      const [latitude, longitude] = [north / STEPS_PER_DEGREE, east / STEPS_PER_DEGREE];
      return { id: `${country}/${region}/${name}`, name, region, country, latitude, longitude, timeZone };
    });
}

/** Towns whose name begins with what was typed, then those with a word that does; accents and case don't count. */
export function findTowns(typed: string): Town[] {
  const wanted = plain(typed.split(",")[0] ?? "");
  if (wanted === "") return [];
  const first = towns().filter(({ name }) => plain(name).startsWith(wanted));
  const others = towns().filter(
    (town) => !first.includes(town) && [town.name, town.region].some((text) => hasWord(text, wanted)),
  );
  return [...first, ...others].slice(0, FOUND_MAX);
}

const hasWord = (text: string, wanted: string): boolean => ` ${plain(text)}`.includes(` ${wanted}`);

export const townOf = (id: string): Town | undefined => towns().find((town) => town.id === id);

/** The town by which a place is known to people; null where the list has none near it. */
export function nearestTown(latitude: number, longitude: number): Town | null {
  const squash = Math.cos((latitude * Math.PI) / 180);
  const kmTo = (town: Town) =>
    KM_PER_DEGREE * Math.hypot(town.latitude - latitude, (town.longitude - longitude) * squash);
  const nearest = towns().reduce<{ town: Town; km: number } | null>((best, town) => {
    const km = kmTo(town);
    return best === null || km < best.km ? { town, km } : best;
  }, null);
  return nearest === null || nearest.km > NEAR_KM_MAX ? null : nearest.town;
}

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
