import type { Placement } from "../../../schema/vocabulary.ts";

/** `isWhole`: the name speaks of the outdoors and of nothing else. `name` is the one that said it. */
export type NameGuess = { placement: Placement; name: string; isWhole: boolean };

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Water in reach of frost. It wins over whatever else a name says, in any of the names. */
const PIPE = words(
  "pipe pipes piping plumbing plumber water waterline sink faucet tap taps spigot hydrant sprinkler hose bib bibb " +
    "valve wall walls well wellhouse pumphouse boiler cistern standpipe meter rohr leitung tuyau tuberia",
);

/** A place of its own inside or beside what the other words name: "freezer room", "garage apartment". */
const ROOM = words(
  "room rooms bedroom office apartment suite studio playroom den nursery lounge hall hallway living dining guest " +
    "floor upstairs downstairs closet basement cellar keller thermostat",
);

const PLACES: readonly (readonly [Placement, ReadonlySet<string>])[] = [
  [
    "freezer",
    words(
      "freezer freezers deepfreeze deepfreezer icebox gefrierschrank gefriertruhe congelador congelateur",
    ),
  ],
  ["fridge", words("fridge fridges refrigerator refrigerators minifridge kuhlschrank frigo refrigerador")],
  ["bathroom", words("bathroom bath shower ensuite restroom washroom badezimmer bano")],
  ["kitchen", words("kitchen kitchenette kuche cuisine cocina")],
  ["greenhouse", words("greenhouse glasshouse polytunnel hothouse coldframe gewachshaus")],
  [
    "unheated",
    words("crawl crawlspace attic garage garages shed barn carport outbuilding unheated dachboden"),
  ],
  ["outdoor", words("outdoor outdoors outside exterior external aussen draussen exterieur")],
];

/** What a name may say beside "outdoor" and still mean the air outdoors and nothing else. */
const BESIDE_OUTDOOR = words(
  "temp temps temperature humidity hum air sensor thermometer probe the north south east west side weather station " +
    "shade f c degf degc deg ambient",
);

/** Judging a home asks for the same names once for each kind of alert: an instance remembers so many. */
const REMEMBERED_MAX = 500;
const remembered = new Map<string, NameGuess | null>();

/**
 * What the names say, the most particular first. A word of water wins wherever it stands, so that no other
 * word takes the frost alarm from a pipe.
 */
export function nameGuess(names: readonly string[]): NameGuess | null {
  const all = JSON.stringify(names);
  const known = remembered.get(all);
  if (known !== undefined) return known;
  const guess = guessAnew(names);
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(all, guess);
  return guess;
}

function guessAnew(names: readonly string[]): NameGuess | null {
  const spoken = names.map((name) => ({ name, tokens: tokensOf(name) }));
  const pipe = spoken.find(({ tokens }) => tokens.some((token) => PIPE.has(token)));
  if (pipe !== undefined) return { placement: "pipe", name: pipe.name, isWhole: false };
  for (const { name, tokens } of spoken) {
    const placement = placeOf(tokens);
    if (placement === "room") return null;
    if (placement !== null) return { placement, name, isWhole: isAllOutdoor(tokens) };
  }
  return null;
}

/** The last word that names a place says what it is: a garage freezer is a freezer. */
function placeOf(tokens: readonly string[]): Placement | "room" | null {
  if (tokens.some((token) => ROOM.has(token))) return placedRoom(tokens) ?? "room";
  const appliance = placeAmong(tokens, ["freezer", "fridge"]);
  if (appliance !== null) return appliance;
  return placeAmong(tokens, ["bathroom", "kitchen", "greenhouse", "unheated", "outdoor"]);
}

/** A "bath room" and a "kitchen floor" are still damp; a "freezer room" is a room. */
const placedRoom = (tokens: readonly string[]): Placement | null =>
  placeAmong(tokens, ["bathroom", "kitchen"]);

const placeAmong = (tokens: readonly string[], wanted: readonly Placement[]): Placement | null =>
  PLACES.find(
    ([placement, all]) => wanted.includes(placement) && tokens.some((token) => all.has(token)),
  )?.[0] ?? null;

const OUTDOOR = PLACES.find(([placement]) => placement === "outdoor")?.[1] ?? new Set<string>();

const isAllOutdoor = (tokens: readonly string[]): boolean =>
  tokens.every((token) => OUTDOOR.has(token) || BESIDE_OUTDOOR.has(token));

/** `tempCrawl_1` is temp, crawl; accents and digits are left out. */
function tokensOf(name: string): string[] {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase();
  return plain.split(/[^\p{L}]+/u).filter((token) => token !== "");
}
