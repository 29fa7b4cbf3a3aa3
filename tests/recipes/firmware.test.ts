import { runInNewContext } from "node:vm";
import { defineScalarTag, load, YAML11_SCHEMA } from "js-yaml";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { Background } from "../../local/machine/functions.ts";
import { startHttpServer } from "../../local/machine/http-server.ts";
import { freePort } from "../../local/processes/free-port.ts";
import { documentedRecipe } from "../support/documented-recipe.ts";
import { addDevice, type TestDevice } from "../support/fixtures.ts";
import { speakRaw } from "../support/raw-http.ts";
import { serveHouse } from "../support/served-house.ts";

/** Sends the recipes for firmware through the server of one machine, byte for byte as the firmware sends them. */

let device: TestDevice;

const house = await serveHouse();
const port = await freePort("127.0.0.1");
const { ingest } = house.apps;
const front = await startHttpServer({
  host: "127.0.0.1",
  port,
  answer: (request) => ingest.fetch(request),
  site: async () => null,
  background: new Background(),
  httpCookies: false,
  answersFor: () => true,
  onLog: () => undefined,
});
afterAll(async () => {
  await front?.stop();
});
beforeEach(async () => {
  device = await addDevice(house.database, house.home);
});

/** Returns a recipe with this device's address. */
const filled = (heading: string, language: string): string =>
  documentedRecipe("devices", heading, language)
    .replaceAll("https://HOST", `http://127.0.0.1:${port}`)
    .replaceAll("KEY", device.ingestKey);

const stored = () =>
  house.database.sql<{ key: string; value: number; unit: string | null }>`
    select sensor.key, s."values"[sensor.position] as value, sensor.unit from snapshots s join devices d
    on d.number = s.device_number join sensors sensor on sensor.device_id = d.id
    where d.id = ${device.id} order by sensor.key`;

/** The request line and headers in the order of that firmware's HTTP client. */
type Wire = (url: URL, body: string) => string;

const espIdf: Wire = ({ pathname, host }, body) =>
  [
    `POST ${pathname} HTTP/1.1`,
    "User-Agent: esphome",
    `Host: ${host}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");

const arduinoCore =
  (version: "1.0" | "1.1"): Wire =>
  ({ pathname, host }, body) =>
    [
      `POST ${pathname} HTTP/${version}`,
      `Host: ${host}`,
      "User-Agent: ESP32HTTPClient",
      "Connection: close",
      ...(version === "1.1" ? ["Accept-Encoding: identity;q=1,chunked;q=0.1,*;q=0"] : []),
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "",
      body,
    ].join("\r\n");

/** ESPHome keeps the connection open; this request closes it after the answer. */
const sayAndHear = async (text: string): Promise<string> =>
  speakRaw(port, text.replace("User-Agent: esphome\r\n", "User-Agent: esphome\r\nConnection: close\r\n"));

describe("ESPHome", () => {
  type Post = { url: string; request_headers: Record<string, string>; json: Record<string, string> };
  type Config = { interval: { then: { "http_request.post": Post }[] }[] };
  const lambda = defineScalarTag("!lambda", { resolve: (source: string) => source, identify: () => false });

  /** Evaluates the recipe's lambdas. C++'s to_string writes six decimal places. */
  const bodyOf = ({ json }: Post, states: Record<string, number>): string => {
    const texts = Object.entries(json).map(([key, source]) => {
      const [, sensor = ""] = /^return to_string\(id\((\w+)\)\.state\);$/.exec(source) ?? [];
      const state = states[sensor] ?? Number.NaN;
      return [key, Number.isNaN(state) ? "nan" : state.toFixed(6)];
    });
    return JSON.stringify(Object.fromEntries(texts));
  };
  const post = (): Post => {
    const config = load(filled("### ESPHome", "yaml"), { schema: YAML11_SCHEMA.withTags(lambda) }) as Config;
    const action = config.interval[0]?.then[0]?.["http_request.post"];
    if (action === undefined) throw new Error("The recipe posts nothing");
    return action;
  };

  test("posts its states as texts, and they are stored as numbers", async () => {
    const action = post();
    expect(action.request_headers).toEqual({ "Content-Type": "application/json" });
    const body = bodyOf(action, { cellar_temp: 5.1, cellar_humidity: 48 });
    expect(body).toBe('{"cellar_temp_c":"5.100000","cellar_humidity":"48.000000"}');
    expect(await sayAndHear(espIdf(new URL(action.url), body))).toContain('"readings":2');
    expect(await stored()).toEqual([
      { key: "cellar_humidity", value: 48, unit: "%" },
      { key: "cellar_temp_c", value: 5.1, unit: "°C" },
    ]);
  });

  test("tells nan of a sensor that is not there yet, and only the other one is stored", async () => {
    const action = post();
    const body = bodyOf(action, { cellar_humidity: 48 });
    expect(await sayAndHear(espIdf(new URL(action.url), body))).toContain('"readings":1');
    expect(await stored()).toEqual([{ key: "cellar_humidity", value: 48, unit: "%" }]);
  });
});

test("Tasmota's rule posts what its WebQuery makes of it", async () => {
  const [rule = ""] = filled("### Tasmota", "").split("\n");
  const [, command = ""] = /^Rule1 ON Tele-DS18B20#Temperature DO WebQuery (.*) ENDON$/.exec(rule) ?? [];
  const [url = "", method, headers, ...body] = command.replace("%value%", "5.1").split(" ");
  expect([method, headers]).toEqual(["POST", "[Content-Type:application/json]"]);
  expect(await sayAndHear(arduinoCore("1.1")(new URL(url), body.join(" ")))).toContain("200 OK");
  expect(await stored()).toEqual([{ key: "temp_c", value: 5.1, unit: "°C" }]);
});

describe("Arduino", () => {
  /** Evaluates the sketch's own expressions. Arduino's String(float) writes two decimal places. */
  const sketch = (fahrenheit: number) => {
    const text = filled("### Arduino", "cpp");
    const [, url = ""] = /http\.begin\("(.*)"\);/.exec(text) ?? [];
    const [, expression = ""] = /http\.POST\((.*)\);/.exec(text) ?? [];
    const said = (value: number) => (Number.isNaN(value) ? "nan" : value.toFixed(2));
    const body = runInNewContext(expression, { String: said, readFahrenheit: () => fahrenheit });
    return { url: new URL(url), body: String(body) };
  };

  test.each(["1.0", "1.1"] as const)("posts by its library in HTTP/%s", async (version) => {
    const { url, body } = sketch(41.5);
    expect(body).toBe('{"temp1": 41.50}');
    expect(await speakRaw(port, arduinoCore(version)(url, body))).toMatch(/200 OK[\s\S]*"readings":1/);
    expect(await stored()).toEqual([{ key: "temp1", value: 41.5, unit: "°F" }]);
  });

  test("hears what is wrong while its sensor has no value", async () => {
    const { url, body } = sketch(Number.NaN);
    expect(body).toBe('{"temp1": nan}');
    expect(await speakRaw(port, arduinoCore("1.1")(url, body))).toMatch(/^HTTP\/1.1 400 [\s\S]*"error":/);
    expect(await stored()).toEqual([]);
  });

  test("posts in chunks, with line ends of its own between them", async () => {
    const { url, body } = sketch(41.5);
    const head = [`POST ${url.pathname} HTTP/1.1`, `Host: ${url.host}`, "Connection: close"];
    const chunks = [...body].map((letter) => `1\r\n${letter}\r\n`).join("");
    const text = [...head, "Transfer-Encoding: chunked", "", `${chunks}0\r\n\r\n`].join("\r\n");
    expect(await speakRaw(port, text)).toMatch(/200 OK[\s\S]*"readings":1/);
    expect(await stored()).toHaveLength(1);
  });

  test.each(["1.0", "1.1"])("without a length in HTTP/%s gets an answer to send one", async (version) => {
    const { url, body } = sketch(41.5);
    const text = `POST ${url.pathname} HTTP/${version}\r\nHost: ${url.host}\r\n\r\n${body}`;
    expect(await speakRaw(port, text)).toMatch(/^HTTP\/1.1 400 [\s\S]*"error":".*Content-Length/);
    expect(await stored()).toEqual([]);
  });
});

describe("Shelly", () => {
  type Post = { url: string; content_type: string; body: string };
  /** The parts of Shelly's scripting API that the script uses, as its documentation describes them. */
  const play = (components: Record<string, object>): { everyMs: number; posts: Post[] } => {
    const [played, posts]: [number[], Post[]] = [[], []];
    const Timer = {
      set: (ms: number, repeat: boolean, callback: () => void) => {
        expect(repeat).toBe(true);
        played.push(ms);
        callback();
      },
    };
    const Shelly = {
      getComponentStatus: (type: string, id: number) => components[`${type}:${id}`] ?? null,
      call: (method: string, parameters: Post) => {
        expect(method).toBe("HTTP.POST");
        posts.push(parameters);
      },
    };
    runInNewContext(filled("### Shelly", "js"), { Timer, Shelly });
    return { everyMs: played[0] ?? 0, posts };
  };
  const send = ({ url, content_type, body }: Post) =>
    fetch(url, { method: "POST", headers: { "Content-Type": content_type }, body });

  test("a script posts the status of its components every minute", async () => {
    const { everyMs, posts } = play({
      "temperature:0": { id: 0, tC: 21.4, tF: 70.5 },
      "humidity:0": { id: 0, rh: 48 },
    });
    expect([everyMs, posts]).toEqual([
      60_000,
      [expect.objectContaining({ content_type: "application/json" })],
    ]);
    for (const post of posts) expect((await send(post)).status).toBe(200);
    expect((await stored()).map(({ value, unit }) => [value, unit])).toEqual([
      [48, "%"],
      [21.4, "°C"],
    ]);
  });

  test("a component that the device does not have keeps nothing from being stored", async () => {
    const { posts } = play({ "temperature:0": { id: 0, tC: 21.4, tF: 70.5 } });
    const answers = await Promise.all(posts.map(async (post) => (await send(post)).json()));
    expect(answers).toEqual([expect.objectContaining({ readings: 1 })]);
  });

  /** The interpreter on the device (Espruino) has none of these: a script with one of them doesn't start. */
  test("a script keeps to the language that the device knows", () => {
    const script = filled("### Shelly", "js");
    expect(script).not.toMatch(/(?:let|const|var) *[[{]|\.\.\.|\basync\b|\bawait\b|\bclass\b|\bimport\b/);
  });
});
