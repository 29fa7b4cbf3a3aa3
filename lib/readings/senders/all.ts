import type { Outcome } from "../../kernel/outcome.ts";
import { datedParts } from "../foreign/names.ts";
import { entriesOf, isJsonObject, objectElements } from "../json.ts";
import type { Sender } from "../parts/manner.ts";
import { readParts } from "../parts/read-parts.ts";
import type { ParsedPayload, ReadContext } from "../reading.ts";
import { homeAssistant, matter, monnit, ruuviGateway, tasmota } from "./gateways.ts";
import { ROW_SENDERS } from "./rows.ts";
import { collectd, opentelemetry, points, prometheusApi, telegraf } from "./series.ts";

/** Checked in this order if a body has marks of several. */
export const SENDERS: readonly Sender[] = [
  points,
  collectd,
  opentelemetry,
  prometheusApi,
  monnit,
  homeAssistant,
  ...ROW_SENDERS,
  ruuviGateway,
  matter,
  telegraf,
  tasmota,
];

/** Senders' positions in `SENDERS`, by the members that reveal them. */
const BY_MARK = new Map<string, number[]>();
for (const [place, { marks }] of SENDERS.entries())
  for (const mark of marks) BY_MARK.set(mark, [...(BY_MARK.get(mark) ?? []), place]);

/** `temperature:0` and `temperature:1` are components of one kind. */
const markOf = (name: string): string => (name.includes(":") ? name.replace(/:.*/s, ":*") : name);

/** Yields the senders that recognize a body, or a list's first object, in the order of `SENDERS`. */
export function* sendersOf(body: unknown): Generator<Sender> {
  const asked = Array.isArray(body) ? body.find(isJsonObject) : body;
  if (!isJsonObject(asked)) return;
  const marked = new Set<number>();
  for (const [name] of entriesOf(asked))
    for (const place of BY_MARK.get(markOf(name)) ?? []) marked.add(place);
  for (const place of [...marked].toSorted((a, b) => a - b)) {
    const sender = SENDERS[place];
    if (sender?.isIts(asked, Array.isArray(body))) yield sender;
  }
}

/** Reads a body of this sender; refuses one with too many readings. */
export const readSent = ({ parts }: Sender, body: unknown, { now }: ReadContext): Outcome<ParsedPayload> => {
  const messages = objectElements([body].flat());
  return readParts(datedParts(messages, parts), now);
};
