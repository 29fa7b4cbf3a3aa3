import { expect, test } from "vitest";
import { StartError } from "../../local/start/project.ts";
import { readSettings } from "../../local/start/settings.ts";

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

test.each([
  [{ INGEST_KEY_ENCRYPTION_SECRET: "x" }, "INGEST_KEY_ENCRYPTION_SECRET is shorter than 32 characters."],
  [
    { DATABASE_URL: "postgresql://ada:5%off@nas/home" },
    "DATABASE_URL has a % that starts no code: write it as %25.",
  ],
  [
    { SMTP_URL: "smtp://ada:5%off@mail.example", EMAIL_FROM: "ada@home.example" },
    "SMTP_URL has a % that starts no code: write it as %25.",
  ],
  [{ FORECAST_BASE_URL: "nas:8080/v1" }, "FORECAST_BASE_URL is no web address."],
  [{ DNS_OVER_HTTPS_URL: "1.1.1.1" }, "DNS_OVER_HTTPS_URL must be a web address, or off."],
  [
    { ADMIN_EMAILS: "ada@home.example, Ben <ben@home.example>" },
    'ADMIN_EMAILS takes addresses, such as ada@home.example, not "ben <ben@home.example>".',
  ],
  [
    { FIREBASE_SERVICE_ACCOUNT: "/etc/firebase.json" },
    "FIREBASE_SERVICE_ACCOUNT is no JSON object: give the file's text.",
  ],
  [{ FIREBASE_SERVICE_ACCOUNT: "[]" }, "FIREBASE_SERVICE_ACCOUNT is no JSON object: give the file's text."],
  [{ EMAIL_FROM: "nonsense" }, "EMAIL_FROM must look like Hearthwatch <alerts@home.example>."],
  [{ EMAIL_FROM: "Ada <ada@home" }, "EMAIL_FROM must look like Hearthwatch <alerts@home.example>."],
  [
    { ALLOWED_HOSTS: "nas, http://nas.home" },
    'ALLOWED_HOSTS takes names, such as nas.home.example, not "http://nas.home".',
  ],
  [{ ALLOWED_HOSTS: "nas:80" }, 'ALLOWED_HOSTS takes names, such as nas.home.example, not "nas:80".'],
  [{ SEED_DEMO: "maybe" }, "SEED_DEMO must be one of 1, 0."],
  [
    { FEED_ALLOWED_HOSTS: "nas:80, 192.168.1.5" },
    'FEED_ALLOWED_HOSTS takes host:port, such as 192.168.1.5:80, not "192.168.1.5".',
  ],
  [
    { WEBHOOK_ALLOWED_HOSTS: "[fd00::5]:80,http://nas/" },
    'WEBHOOK_ALLOWED_HOSTS takes host:port, such as 192.168.1.5:80, not "http://nas/".',
  ],
])("a variable that makes no sense ends the start with a sentence: %j", (variables, sentence) => {
  expect(() => readSettings(variables)).toThrow(new StartError(sentence));
});
