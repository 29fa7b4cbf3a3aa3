import { seeded } from "../../bench/table.ts";
import { readLines } from "./json-lines.ts";

const FIXTURES = readLines<{ body: unknown }>(
  new URL("../domain/readings/senders/fixtures.jsonl", import.meta.url),
);

const NAMES =
  `temp1 temperature temp_c humidity T h leak water door contact state value unit units scale name id type data payload
  sensors sensor metrics readings battery rssi setpoint tempUnit current attributes unit_of_measurement status result tags
  température Feuchte temp_c_x10 __proto__ constructor v n u bn`.split(/\s+/);

const VALUES: readonly unknown[] = readLines(new URL("fuzz-values.jsonl", import.meta.url));

/** A body, and the content type with which it is sent. */
export type FuzzedBody = { text: string; said: "form" | "other" };

const DEPTH_MAX = 5;
const MEMBERS_MAX = 6;

/**
 * Yields endless bodies for a seed: known bodies with changed names, values and shapes, arbitrary JSON, lines, forms,
 * and text that is cut off or has strange characters.
 */
export function* fuzzedBodies(seed: number): Generator<FuzzedBody> {
  const chance = seeded(seed);
  const below = (most: number) => Math.floor(chance() * most);
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const name = () => (chance() < 0.9 ? one(NAMES) : `${one(NAMES)}_${one(NAMES)}_${below(20)}`);

  const anything = (depth: number): unknown => {
    if (depth >= DEPTH_MAX || chance() < 0.5) return structuredClone(one(VALUES));
    const count = below(MEMBERS_MAX);
    if (chance() < 0.4) return Array.from({ length: count }, () => anything(depth + 1));
    return Object.fromEntries(Array.from({ length: count }, () => [name(), anything(depth + 1)]));
  };

  const changed = (value: unknown, depth: number): unknown => {
    if (chance() < 0.04) return anything(depth);
    if (Array.isArray(value)) {
      const items = value.map((item) => changed(item, depth + 1));
      return chance() < 0.1 ? [...items, ...items] : items;
    }
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
      if (chance() < 0.05) return [];
      return [[chance() < 0.05 ? name() : key, changed(item, depth + 1)]];
    });
    return Object.fromEntries(entries);
  };

  const json = (): string =>
    JSON.stringify(chance() < 0.7 ? changed(one(FIXTURES).body, 0) : anything(0)) ?? "null";

  const broken = (text: string): string => {
    const at = below(text.length + 1);
    return chance() < 0.5
      ? text.slice(0, at)
      : text.slice(0, at) + one(['"', "{", "\\", "\u0000", ",", "é"]) + text.slice(at);
  };

  const line = (): string =>
    one([
      () => `${name()},room=${name()} ${name()}=${below(100)},${name()}=${one(["t", "1i", '"x"'])}`,
      () => `# TYPE ${name()} gauge\n${name()}{a="${name()}"} ${below(100)}`,
      () =>
        `${name()}=${encodeURIComponent(String(one(VALUES)).slice(0, 40).toWellFormed())}&${name()}=${below(100)}`,
    ])();

  for (;;) {
    const kind = chance();
    if (kind < 0.8) yield { text: json(), said: "other" };
    else if (kind < 0.9) yield { text: broken(json()), said: "other" };
    else yield { text: line(), said: one(["form", "other"]) };
  }
}
