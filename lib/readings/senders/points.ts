import { saidMoment } from "../foreign/lists.ts";
import { walk } from "../foreign/walk.ts";
import type { JsonObject } from "../json.ts";
import { momentSaid } from "../own-time.ts";
import type { Part } from "../parts/manner.ts";
import { type Sender, sender } from "./sender.ts";

const pointParts = (record: JsonObject, moment: number): Part[] =>
  walk([record], {}).map((part) => ({ ...part, moment }));

const collectorPoints = sender({
  name: "Points of a collector",
  marks: ["metric"],
  isIts: ({ metric, value }) => typeof metric === "string" && value !== undefined,
  parts: (body) => pointParts(body, saidMoment(body)),
});

/** Points of several series that a collector sends together, each at its time: Graphite's, OpenTSDB's, StatsD's. */
export const points: Sender = {
  ...collectorPoints,
  // One alone may be firmware's, whose clock nobody has checked.
  claims: (body) => Array.isArray(body) && collectorPoints.claims(body),
};

/** The units of collectd's types.db, by type. */
const COLLECTD_UNITS: Record<string, string> = {
  temperature: "°C",
  humidity: "%",
  power: "W",
  voltage: "V",
  current: "A",
};

const listOf = (said: unknown): unknown[] => (Array.isArray(said) ? said : []);

/** `{"values":[6.6],"dstypes":["gauge"],"dsnames":["value"],"plugin_instance":"room","type":"temperature"}` */
export const collectd = sender({
  name: "collectd",
  isComplete: true,
  marks: ["dstypes"],
  isIts: ({ dsnames, dstypes, values, plugin }) =>
    typeof plugin === "string" && [dsnames, dstypes, values].every(Array.isArray),
  parts: (list) => {
    const { plugin, plugin_instance: instance, type, type_instance: typeInstance } = list;
    const about = [instance, typeInstance].some(Boolean) ? [instance, typeInstance] : [plugin];
    return listOf(list.values).flatMap((value, at): Part[] => {
      // A count since the machine was started says nothing.
      if (listOf(list.dstypes)[at] !== "gauge" || value === null) return [];
      const source = listOf(list.dsnames)[at];
      const words = [...about, type, source === "value" ? "" : source];
      const metric = words.filter((word) => typeof word === "string" && word !== "").join("_");
      return pointParts({ metric, value, unit: COLLECTD_UNITS[String(type)] }, momentSaid(list.time));
    });
  },
});
