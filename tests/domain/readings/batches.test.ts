import { describe, expect, test } from "vitest";
import { decodeSent } from "../../../lib/readings/decode-body.ts";
import { NOW, read, refusal } from "./support.ts";

const NOW_S = Math.floor(NOW.getTime() / 1_000);
const [OLD, NEW] = [NOW_S - 120, NOW_S - 60];

/** `key value unit age`, the age in seconds before now; `-` for the time of receipt. */
const timed = (body: unknown): string[] =>
  read(body).readings.map(
    ({ key, value, unit, atMs }) =>
      `${key} ${value} ${unit ?? ""} ${atMs === null ? "-" : NOW_S - Math.floor(atMs / 1_000)}`,
  );

const ofText = (text: string): unknown => {
  const sent = decodeSent(new TextEncoder().encode(text), "other");
  if (!sent.ok) throw new Error(sent.problem.name);
  return sent.value;
};

describe("a batch is kept whole, each point at its time", () => {
  test("of Graphite's lines, also of several series", () => {
    const text = [
      `home.cellar.temp_c 5.3 ${NEW}`,
      `home.attic.humidity 71 ${NEW}`,
      `home.cellar.temp_c 5.1 ${OLD}`,
      "home.attic.humidity 70",
    ].join("\n");
    expect(timed(ofText(text))).toEqual([
      "home.cellar.temp_c 5.1 °C 120",
      "home.cellar.temp_c 5.3 °C 60",
      "home.attic.humidity 71 % 60",
      "home.attic.humidity 70 % -",
    ]);
  });

  test("of OpenTSDB, by telnet and in JSON, its milliseconds too", () => {
    const text = `put home.humidity ${OLD} 70 room=attic\nput home.humidity ${NEW}000 71 room=attic`;
    const json = [OLD, NEW].map((timestamp, at) => ({
      metric: "home.humidity",
      timestamp,
      value: 70 + at,
      tags: { room: "attic" },
    }));
    const both = ["attic_home.humidity 70 % 120", "attic_home.humidity 71 % 60"];
    expect(timed(ofText(text))).toEqual(both);
    expect(timed(json)).toEqual(both);
  });

  test("of OpenTelemetry, without points that measure nothing", () => {
    const point = (seconds: number, asDouble: number, room: string) => ({
      timeUnixNano: `${seconds}000000000`,
      asDouble,
      attributes: [{ key: "room", value: { stringValue: room } }],
    });
    const metric = (name: string, unit: string, dataPoints: object[]) => ({
      name,
      unit,
      gauge: { dataPoints },
    });
    const metrics = [
      metric("room.temperature", "Cel", [point(NEW, 5.3, "cellar"), point(OLD, 5.1, "cellar")]),
      metric("room.humidity", "%", [point(NEW, 71, "cellar"), point(OLD, 60, "attic")]),
      metric("queue.length", "{items}", [{ timeUnixNano: `${OLD - 60}000000000` }]),
    ];
    expect(timed({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] })).toEqual([
      "cellar_room_temperature 5.1 °C 120",
      "attic_room_humidity 60 % 120",
      "cellar_room_temperature 5.3 °C 60",
      "cellar_room_humidity 71 % 60",
    ]);
  });

  test("or refused, where it is more than a body may hold", () => {
    const lines = Array.from({ length: 257 }, (_, at) => `home.cellar.temp_c 5.3 ${NEW - at}`);
    expect(refusal(ofText(lines.join("\n"))).name).toBe("too_many_readings");
  });
});

describe("collectd's buffer", () => {
  const list = (
    type: string,
    plugin_instance: string,
    time: number,
    values: (number | null)[],
    more = {},
  ) => ({
    values,
    dstypes: values.map(() => "gauge"),
    dsnames: values.length === 1 ? ["value"] : ["shortterm", "midterm", "longterm"],
    time,
    interval: 10,
    host: "box",
    plugin: "exec",
    plugin_instance,
    type,
    type_instance: "",
    ...more,
  });

  test("holds several intervals of one sensor, with the units of collectd's types", () => {
    const body = [
      list("temperature", "room", OLD, [6.6]),
      list("humidity", "room", OLD, [70]),
      list("temperature", "room", NEW, [6.4]),
      list("temperature", "room", NEW, [1.5], { type_instance: "pipe" }),
    ];
    expect(timed(body)).toEqual([
      "room_temperature 6.6 °C 120",
      "room_humidity 70 % 120",
      "room_temperature 6.4 °C 60",
      "room_pipe_temperature 1.5 °C 60",
    ]);
    expect(read(body).readings.every(({ unitAssumed }) => unitAssumed !== true)).toBe(true);
  });

  test("counts, and what was not measured, are no readings", () => {
    const counts = { plugin: "interface", dstypes: ["derive"] };
    const body = [
      list("if_packets", "eth0", NEW, [12_345], counts),
      list("temperature", "hall", NEW, [null]),
      list("temperature", "room", NEW, [6.4]),
    ];
    expect(timed(body)).toEqual(["room_temperature 6.4 °C 60"]);
  });
});
