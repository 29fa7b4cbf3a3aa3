import { expect, test } from "vitest";
import { StartError } from "../../local/start/project.ts";
import { readSettings } from "../../local/start/settings.ts";
import { readLines } from "../support/json-lines.ts";

const REDIS = { UPSTASH_REDIS_REST_URL: "https://redis.example", UPSTASH_REDIS_REST_TOKEN: "token" };

test("one machine counts in Upstash's Redis where it is given", () => {
  expect(readSettings(REDIS).handedOn).toMatchObject(REDIS);
  expect(readSettings({}).handedOn).not.toHaveProperty("UPSTASH_REDIS_REST_URL");
});

test.each(Object.entries(REDIS))("%s alone ends the start with a sentence", (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow("must be set together");
});

test("a Redis of one's own counts, and no other beside it", () => {
  expect(readSettings({ REDIS_URL: "redis://:p@nas:6379" }).redisUrl).toBe("redis://:p@nas:6379");
  expect(() => readSettings({ REDIS_URL: "nas:6379" })).toThrow("must look like redis://");
  expect(() => readSettings({ REDIS_URL: "redis://nas", ...REDIS })).toThrow("one Redis counts");
});

test("names of the machine stand between commas or spaces, in any case", () => {
  for (const given of ["nas.home.example,NAS", "nas.home.example nas", " nas.home.example , nas "])
    expect(readSettings({ ALLOWED_HOSTS: given }).allowedHosts).toEqual(["nas.home.example", "nas"]);
});

type Nonsense = { variables: Record<string, string>; sentence: string };

test.each(readLines<Nonsense>(new URL("machine-settings.jsonl", import.meta.url)))(
  "a variable that makes no sense ends the start with a sentence: $sentence",
  ({ variables, sentence }) => {
    expect(() => readSettings(variables)).toThrow(new StartError(sentence));
  },
);
