import { describe, expect, it } from "vitest";
import { brief, briefs, expectUnusable, NOW, read, refusal } from "./support.ts";

const nowSeconds = NOW.getTime() / 1000;
/** Milliseconds before the receive time, in the order of the readings; 0 is the receive time itself. */
const ages = (body: unknown): number[] =>
  read(body).readings.map(({ atMs }) => (atMs === null ? 0 : NOW.getTime() - atMs));

describe("the examples of RFC 8428", () => {
  const name = "urn:dev:ow:10e2073a01080063";

  it("5.1.1: a single point", () => {
    expect(briefs([{ n: name, u: "Cel", v: 23.1 }])).toEqual(["10e2073a01080063 temperature 23.1 °C"]);
  });

  it("5.1.2: base time and offsets in 2010 keep all seven points, in order", () => {
    const body = [
      { bn: `${name}:`, bt: 1.276020076001e9, bu: "A", bver: 5, n: "voltage", u: "V", v: 120.1 },
      ...[-5, -4, -3, -2, -1].map((t, at) => ({ n: "current", t, v: 1.2 + at / 10 })),
      { n: "current", v: 1.7 },
    ];
    expect(read(body).readings.map(({ key }) => key)).toEqual([
      ...Array(5).fill("current"),
      "voltage",
      "current",
    ]);
    expect(ages(body)).toEqual([5000, 4000, 3000, 2000, 1000, 0, 0]);
  });

  it("5.1.3: one name with humidity, position and battery keeps them apart", () => {
    const body = [
      { bn: name, bt: 1320067464, bu: "%RH", v: 20 },
      { u: "lon", v: 24.30621 },
      { u: "lat", v: 60.07965 },
      { t: 60, v: 20.3 },
      { u: "%EL", t: 150, v: 98 },
    ];
    const id = "10e2073a01080063";
    expect(briefs(body).toSorted()).toEqual([
      `${id} humidity 20 %`,
      `${id} humidity 20.3 %`,
      `${id}_lat generic 60.07965 °`,
      `${id}_lon generic 24.30621 °`,
    ]);
    expect(read(body).health).toEqual({ batteryPct: 98 });
  });

  it("5.1.5: texts and data are skipped, false is a value", () => {
    const body = [
      { bn: `${name}:`, n: "temp", u: "Cel", v: 23.1 },
      { n: "label", vs: "Machine Room" },
      { n: "open", vb: false },
      { n: "nfv-reader", vd: "aGkgCg" },
    ];
    expect(briefs(body)).toEqual(["temp temperature 23.1 °C", "open door 0!"]);
  });

  it("5.1.6: equal last segments get the segment before in front", () => {
    const body = [
      { bn: "2001:db8::2/", bt: 1320078429, n: "temperature", u: "Cel", v: 25.2 },
      { n: "humidity", u: "%RH", v: 30 },
      { bn: "2001:db8::1/", n: "temperature", u: "Cel", v: 12.3 },
      { n: "humidity", u: "%RH", v: 67 },
    ];
    expect(briefs(body)).toEqual([
      "2_temperature temperature 25.2 °C",
      "2_humidity humidity 30 %",
      "1_temperature temperature 12.3 °C",
      "1_humidity humidity 67 %",
    ]);
  });

  it("5.1.7: a record of base fields alone yields nothing", () => {
    const body = [{ bn: `${name}:` }, { n: "heat", u: "/", v: 1 }, { n: "fan", u: "/", v: 0 }];
    expect(briefs(body)).toEqual(["heat generic 1 /", "fan generic 0 /"]);
  });
});

describe("base fields", () => {
  it("apply until they come again, the base value to numbers only", () => {
    const body = [
      { bn: "a:", bu: "Cel", bv: 20, n: "x", v: 1 },
      { n: "y", v: -0.5 },
      { n: "z", vb: true },
      { bv: 0, n: "w", v: 3 },
    ];
    expect(briefs(body)).toEqual([
      "x temperature 21 °C",
      "y temperature 19.5 °C",
      "z generic 1!",
      "w temperature 3 °C",
    ]);
  });

  it("put names together without a separator", () => {
    expect(briefs([{ bn: "shed", n: "temp", u: "K", v: 280 }])).toEqual(["shedtemp temperature 280 K"]);
  });

  it("of sums, and sums alone, yield nothing", () => {
    expect(
      briefs([
        { n: "a", v: 1, s: 5 },
        { n: "b", bs: 4, s: 2 },
      ]),
    ).toEqual(["a generic 1"]);
    expectUnusable([{ n: "b", bs: 4, s: 2 }]);
  });

  it("of a wrong type take their record out, and only it", () => {
    expect(
      briefs([
        { bn: 5, n: "a", v: 1 },
        { n: "b", v: 2 },
      ]),
    ).toEqual(["b generic 2"]);
    expectUnusable([
      { n: "a", v: "1 apple" },
      { n: 4, v: 1 },
      { n: "c", t: "x", v: 1 },
      { n: "d", vb: 1 },
    ]);
  });

  it("never let a record with several values count", () => {
    expect(
      briefs([
        { n: "a", v: 1, vb: true },
        { n: "b", v: 2 },
      ]),
    ).toEqual(["b generic 2"]);
  });
});

describe("the version of a pack", () => {
  it.each([5, 10, 26])("%d is understood", (bver) => {
    expect(briefs([{ bver, n: "a", v: 1 }])).toEqual(["a generic 1"]);
  });

  it.each([11, 42, 9, 0])("%d is not", (bver) => {
    expect(
      refusal([
        { n: "a", v: 1 },
        { bver, n: "b", v: 1 },
      ]),
    ).toEqual({
      name: "unsupported_senml",
      sentence: `Unsupported SenML version ${bver}`,
    });
  });

  it("that is no number is not", () => {
    expect(refusal([{ bver: "10", n: "a", v: 1 }]).name).toBe("unsupported_senml");
  });
});

describe("labels that are not known", () => {
  it("are ignored, unless they end in an underscore", () => {
    expect(briefs([{ n: "a", v: 1, l: "x", ut: 60 }])).toEqual(["a generic 1"]);
    expect(refusal([{ n: "a", v: 1, must_: 1 }]).name).toBe("unsupported_senml");
  });
});

describe("names", () => {
  it("take the last segment that is not empty", () => {
    expect(briefs([{ n: "home/attic/", v: 1 }])).toEqual(["attic generic 1"]);
    expect(briefs([{ n: "2001:db8::7", v: 1 }])).toEqual(["7 generic 1"]);
    expectUnusable([{ bn: "/", v: 1 }]);
    expectUnusable([{ v: 1 }]);
  });

  it("that stay alike all the way are numbered, and never merged", () => {
    expect(
      briefs([
        { n: "a/t", v: 1 },
        { n: "a:t", v: 2 },
      ]).map((text) => text.split(" ")[0]),
    ).toEqual(["a_t", "a_t_2"]);
  });

  it("that differ only behind the 64th character stay apart", () => {
    const long = "n".repeat(70);
    const keys = read([
      { n: `${long}1`, v: 1 },
      { n: `${long}2`, v: 2 },
    ]).readings.map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
    expect(keys.every((key) => key.length === 64)).toBe(true);
  });

  it("of one quantity in two keep the first under the plain key", () => {
    expect(
      briefs([
        { n: "x", u: "Cel", v: 1 },
        { n: "x", u: "%RH", v: 2 },
      ]),
    ).toEqual(["x temperature 1 °C", "x_humidity humidity 2 %"]);
    expect(
      briefs([
        { n: "x", u: "lat", v: 1 },
        { n: "x", u: "Cel", v: 2 },
      ]),
    ).toEqual(["x_lat generic 1 °", "x temperature 2 °C"]);
    expect(
      briefs([
        { n: "x", u: "lat", v: 1 },
        { n: "x", u: "lon", v: 2 },
      ]),
    ).toEqual(["x_lat generic 1 °", "x_lon generic 2 °"]);
  });

  it("on the list of names that are no sensors are none", () => {
    expect(
      briefs([
        { n: "dev/uptime", v: 7 },
        { n: "dev/temp", u: "Cel", v: 2 },
      ]),
    ).toEqual(["temp temperature 2 °C"]);
  });
});

describe("units", () => {
  it("of RFC 8798 are kept as sent, in Home Assistant's spelling", () => {
    const point = (n: string, u: string, v: number) => ({ n, u, v });
    const body = [
      point("power", "kW", 0.2),
      point("dust", "ug/m3", 4),
      point("p", "hPa", 990),
      point("f", "degF", -2),
    ];
    expect(briefs(body)).toEqual([
      "power power 0.2 kW",
      "dust pm25 4 µg/m³",
      "p pressure 990 hPa",
      "f temperature -2 °F",
    ]);
  });

  it("% and / up to 1 are ratios of humidity and level, and of nothing else", () => {
    const body = [
      { n: "hum1", u: "%", v: 0.5 },
      { n: "hum2", u: "%", v: 45 },
      { n: "level", u: "/", v: 0.25 },
      { n: "hum3", u: "%RH", v: 0.5 },
      { n: "fan", u: "%", v: 0.5 },
    ];
    expect(briefs(body)).toEqual([
      "hum1 humidity 50 %",
      "hum2 humidity 45 %",
      "level level 25 %",
      "hum3 humidity 0.5 %",
      "fan generic 0.5 %",
    ]);
  });

  it("missing on one point are those of its series", () => {
    expect(
      briefs([
        { n: "temp", u: "Cel", v: 4, t: -9 },
        { n: "temp", v: 5 },
      ]),
    ).toEqual(["temp temperature 4 °C", "temp temperature 5 °C"]);
  });

  it("%EL is the battery, named or not, the newest word counts, and alone it is a heartbeat", () => {
    expect(
      read([
        { n: "x:b", u: "%EL", v: 60 },
        { n: "x:b", u: "%EL", t: -50, v: 70 },
      ]),
    ).toEqual({
      readings: [],
      health: { batteryPct: 60 },
      faultyKeys: [],
    });
    expectUnusable([{ n: "x", u: "%EL", v: 160 }]);
  });

  it("dBm and dBW of rssi are the signal", () => {
    expect(read([{ n: "d/rssi", u: "dBm", v: -60 }]).health).toEqual({ rssi: -60 });
    expect(read([{ n: "d/rssi", u: "dBW", v: -95 }]).health).toEqual({ rssi: -65 });
  });

  it("let an unplugged probe be seen", () => {
    expect(
      read([
        { n: "a", u: "Cel", v: -127 },
        { n: "b", u: "Cel", v: 1 },
      ]).faultyKeys,
    ).toEqual(["a"]);
    expect(
      read([
        { n: "a", u: "Cel", v: -127 },
        { n: "a", u: "Cel", v: 1, t: -5 },
      ]).faultyKeys,
    ).toEqual([]);
  });
});

describe("time", () => {
  it("below 2^28 is relative to now, tested on the sum", () => {
    expect(ages([{ n: "a", v: 1, t: -90.5 }])).toEqual([90_500]);
    expect(ages([{ bn: "a", bt: nowSeconds - 2 ** 27, t: 2 ** 27 - 30, v: 1 }])[0]).toBeCloseTo(30_000, 1);
    expect(ages([{ bn: "a", bt: 200_000_000, t: -200_000_020, v: 1 }])).toEqual([20_000]);
  });

  it("keeps fractions of a second", () => {
    const { readings } = read([{ n: "a", v: 1, t: nowSeconds - 1.125 }]);
    expect(readings[0]?.atMs).toBe(NOW.getTime() - 1125);
  });

  it.each([
    [-7 * 86_400, 7 * 86_400_000],
    [-30 * 86_400, 30 * 86_400_000],
    [Date.UTC(2020, 0) / 1_000 - nowSeconds - 1, 0],
    [300, -300_000],
    [301, 0],
    [-1e300, 0],
    [1e300, 0],
  ])("%d seconds from now is read as %d ms of age", (t, age) => {
    expect(ages([{ n: "a", v: 1, t }])).toEqual([age]);
  });

  it("that is the same for a series twice keeps the last value", () => {
    const body = [
      { n: "a", v: 1, t: -5 },
      { n: "a", v: 2, t: -5 },
      { n: "a", v: 3, t: nowSeconds - 5 },
    ];
    expect(read(body).readings.map(brief)).toEqual(["a generic 3"]);
  });

  it("that can't be leaves several points 1 ms apart where their own distances reach too far", () => {
    const old = [2e9, 1e9, 1.5e9].map((t) => ({ n: "a", v: t, t }));
    expect(read(old).readings.map(({ value }) => value)).toEqual([1e9, 1.5e9, 2e9]);
    expect(ages(old)).toEqual([2, 1, 0]);
  });

  it("that can't be never falls onto a time that is good", () => {
    const body = [
      { n: "a", v: 1 },
      { n: "a", v: 2, t: -1 },
      { n: "a", v: 3, t: 1e9 },
      { n: "a", v: 4, t: 1e9 - 1 },
    ];
    const moments = read(body).readings.map(({ atMs }) => atMs);
    expect(new Set(moments).size).toBe(4);
  });

  it("is given in order, the newest last", () => {
    expect(
      read([
        { n: "a", v: 1 },
        { n: "b", v: 2, t: -60 },
      ]).readings.map(({ key }) => key),
    ).toEqual(["b", "a"]);
  });

  it("outside SenML is the receive time", () => {
    expect(ages({ temp1: 70, ts: 0, time: nowSeconds - 60 })).toEqual([0]);
  });
});

describe("a pack", () => {
  it("may hold 256 points and no more", () => {
    const points = (count: number) => Array.from({ length: count }, (_, at) => ({ n: "a", v: at, t: -at }));
    expect(read(points(256)).readings).toHaveLength(256);
    expect(refusal(points(257)).name).toBe("too_many_readings");
  });

  it("reads a value that is strictly a number's text, as everywhere else, and no other text", () => {
    expect(briefs([{ n: "a", v: "21.5" }])).toEqual(briefs([{ n: "a", v: 21.5 }]));
    expect(
      briefs([
        { n: "a", v: 1 },
        { n: "b", v: "on" },
        { n: "c", v: "21,5" },
        { n: "d", v: "" },
      ]),
    ).toEqual(["a generic 1"]);
  });

  it("may hold elements that are no records", () => {
    expect(briefs([5, null, [], { n: "a", v: 1 }])).toEqual(["a generic 1"]);
  });
});
