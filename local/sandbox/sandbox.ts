import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod/mini";
import { validate } from "../../functions/_http/validate.ts";
import { listenOnLoopback } from "../processes/loopback-server.ts";
import { CALLED_FAULTS, called } from "./called.ts";
import { inbox } from "./inbox.ts";
import { OPEN_METEO_FAULTS, openMeteo, type Weather } from "./open-meteo.ts";
import {
  FCM_FAULTS,
  fcm,
  GOOGLE_HOSTS,
  RESEND_FAULTS,
  resend,
  TWILIO_FAULTS,
  twilio,
  WEBHOOK_FAULTS,
  webhook,
} from "./providers.ts";
import { drawCredentials, objectOf, Recorder, type SandboxEnv, WAITS } from "./recorder.ts";

/** Requests to Google reach this process by a changed connection, so they still name Google's hosts. */
const OWN_HOSTS = ["127.0.0.1", "localhost", ...GOOGLE_HOSTS];
const BODY_BYTES_MAX = 1_048_576;

/** The faults that each provider can be told to have. */
const FAULTS = {
  resend: RESEND_FAULTS,
  twilio: TWILIO_FAULTS,
  fcm: FCM_FAULTS,
  webhook: WEBHOOK_FAULTS,
  open_meteo: OPEN_METEO_FAULTS,
  called: CALLED_FAULTS,
};

const NewFault = z.strictObject({
  provider: z.enum(Object.keys(FAULTS) as (keyof typeof FAULTS)[]),
  kind: z.string(),
  times: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
  retry_after: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(86_400))), null),
});

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/**
 * Stands in for Resend, Twilio, FCM, Open-Meteo, a webhook's receiver and the called channels, on one loopback port.
 * Keeps what they would have delivered, and fails on request. `demoIn` is the data folder whose demo can play a bad
 * night.
 */
export async function startSandbox({ demoIn }: { demoIn?: string | undefined } = {}) {
  const credentials = drawCredentials();
  const recorder = new Recorder();
  const weather: Weather = { celsius: null, setAt: 0 };
  const app = new Hono<SandboxEnv>();
  // Prevents DNS rebinding: a foreign page whose name points here can't read mail or inject faults.
  app.use(async (c, next) => {
    const host = (c.req.header("Host") ?? "").replace(/:\d+$/, "").toLowerCase();
    return OWN_HOSTS.includes(host)
      ? await next()
      : c.json({ error: "The sandbox answers to 127.0.0.1 only" }, 421);
  });
  app.use(bodyLimit({ maxSize: BODY_BYTES_MAX }));
  inbox(app, recorder.messages, demoIn);
  control(app, recorder, weather);
  resend(app, recorder, credentials);
  twilio(app, recorder, credentials);
  fcm(app, recorder, credentials);
  webhook(app, recorder);
  openMeteo(app, recorder, weather);
  called(app, recorder);
  app.notFound((c) =>
    c.json(
      { error: "Not found. The sandbox has /messages, /faults, /forecast and its providers' paths." },
      404,
    ),
  );
  const server = await listenOnLoopback(createAdaptorServer({ fetch: app.fetch }) as Server);
  const url = `http://127.0.0.1:${server.port}`;
  return { url, credentials, messages: () => [...recorder.messages], stop: server.stop };
}

/** The sandbox's own routes: messages, faults and weather. */
function control(app: Hono<SandboxEnv>, recorder: Recorder, weather: Weather): void {
  const { messages, faults } = recorder;
  const clears = (path: string, clear: () => void) =>
    app.delete(path, (c) => {
      clear();
      return c.body(null, 204);
    });
  clears("/messages", () => messages.splice(0));
  clears("/faults", () => faults.splice(0));
  clears("/forecast", () => Object.assign(weather, { celsius: null }));
  app.get("/faults", (c) => c.json(faults));
  app.post("/faults", async (c) => {
    const read = validate(NewFault, objectOf(await c.req.text()));
    if (!read.ok) return c.json({ error: read.problem.sentence }, 400);
    const { provider, times, retry_after: retryAfter } = read.value;
    const kind = read.value.kind.toLowerCase();
    const kinds = [...WAITS, ...Object.keys(FAULTS[provider])];
    if (!kinds.includes(kind))
      return c.json({ error: `"kind" must be, for ${provider}, one of ${kinds.join(", ")}` }, 400);
    const fault = { provider, kind, times, retryAfter };
    recorder.add(fault);
    return c.json(fault, 201);
  });
  app.put("/forecast", async (c) => {
    const { temperature_c: given } = objectOf(await c.req.text());
    const celsius = [given].flat();
    if (!celsius.every((each) => typeof each === "number") || celsius.length === 0)
      return c.json({ error: "temperature_c must be °C: a number, or a list of them." }, 400);
    Object.assign(weather, { celsius, setAt: Date.now() } satisfies Weather);
    return c.json({ temperature_c: given });
  });
}
