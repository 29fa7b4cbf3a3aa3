import {
  type JsonObject,
  parseObject,
  type SandboxAnswer,
  type SandboxMailbox,
  type SandboxMessage,
  type SandboxRequest,
  type StandIn,
} from "../../lib/channels/sandbox.vendor.ts";
import type { ForecastSetting, OpenMeteo } from "./open-meteo.ts";

const TIMES_MAX = 1_000_000;
const RETRY_AFTER_MAX = 86_400;
const FAULTS_MAX = 100;

/** Kinds of every provider: unanswered before or after the request was accepted, or answered late. */
const WAITS = ["timeout_before", "timeout_after", "slow"] as const;

const FORECAST_HOURS_MAX = 16 * 24;
const MAGNITUDE_MAX_C = 100;

const EMPTY: SandboxAnswer = { status: 204 };

const MESSAGES_MAX = 5_000;

export type Fault = { provider: string; kind: string; times: number; retryAfter: number | null };

/** What is to go wrong next, provider by provider, in the order it was asked for. */
export class FaultBook {
  #faults: Fault[] = [];

  add(fault: Fault): void {
    this.#faults.push(fault);
    if (this.#faults.length > FAULTS_MAX) this.#faults.shift();
  }

  take({ provider, suffers }: StandIn, request: SandboxRequest): Fault | undefined {
    const fault = this.#faults.find((item) => item.provider === provider && suffers(request, item.kind));
    if (fault === undefined) return undefined;
    fault.times -= 1;
    if (fault.times === 0) this.#faults = this.#faults.filter((item) => item !== fault);
    return { ...fault };
  }

  all(): Fault[] {
    return this.#faults.map((fault) => ({ ...fault }));
  }

  clear(): void {
    this.#faults = [];
  }
}

/** A sentence for a malformed request. `times` is 1 if omitted. */
export function readFault(body: JsonObject | undefined, standIns: readonly StandIn[]): Fault | string {
  const names = [...new Set(standIns.map(({ provider }) => provider))];
  if (body === undefined) return "The body must be a JSON object.";
  const unknown = Object.keys(body).filter(
    (key) => !["provider", "kind", "times", "retry_after"].includes(key),
  );
  if (unknown.length > 0) return `Unknown field: ${unknown.join(", ")}.`;
  const provider = names.find((name) => name === body.provider);
  if (provider === undefined) return `provider must be one of ${names.join(", ")}.`;
  const kinds = [
    ...WAITS,
    ...standIns.filter((each) => each.provider === provider).flatMap(({ faults }) => Object.keys(faults)),
  ];
  const kind = String(body.kind).toLowerCase();
  if (!kinds.includes(kind)) return `kind must be, for ${provider}, one of ${kinds.join(", ")}.`;
  const { times = 1, retry_after: retryAfter = null } = body;
  if (!isWhole(times, 1, TIMES_MAX)) return `times must be a whole number from 1 to ${TIMES_MAX}.`;
  if (retryAfter !== null && !isWhole(retryAfter, 0, RETRY_AFTER_MAX))
    return `retry_after must be whole seconds from 0 to ${RETRY_AFTER_MAX}.`;
  return { provider, kind, times, retryAfter };
}

const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;

type Controlled = { mailbox: Mailbox; faults: FaultBook; standIns: readonly StandIn[]; openMeteo: OpenMeteo };

const refusal = (status: number, error: string): SandboxAnswer => ({ status, body: { error } });

/** The sandbox's own routes: what was sent, what is to go wrong, what weather it is. */
export function control(request: SandboxRequest, controlled: Controlled): SandboxAnswer {
  const { mailbox, faults } = controlled;
  switch (request.url.pathname) {
    case "/messages":
      if (request.method === "GET") return { status: 200, body: mailbox.all() };
      if (request.method === "DELETE") return emptied(() => mailbox.clear());
      return notAllowed("GET, DELETE");
    case "/faults":
      if (request.method === "GET") return { status: 200, body: faults.all() };
      if (request.method === "DELETE") return emptied(() => faults.clear());
      return request.method === "POST" ? addFault(request, controlled) : notAllowed("GET, POST, DELETE");
    case "/forecast":
      if (request.method === "DELETE") return emptied(() => controlled.openMeteo.set(null));
      return request.method === "PUT" ? setForecast(request, controlled) : notAllowed("PUT, DELETE");
    default:
      return refusal(
        404,
        "Not found. The sandbox has /messages, /faults, /forecast and its providers' paths.",
      );
  }
}

function emptied(clear: () => void): SandboxAnswer {
  clear();
  return EMPTY;
}

const notAllowed = (allow: string): SandboxAnswer => ({
  ...refusal(405, `Method not allowed: only ${allow}.`),
  headers: { allow },
});

function addFault({ text }: SandboxRequest, { faults, standIns }: Controlled): SandboxAnswer {
  const fault = readFault(parseObject(text), standIns);
  if (typeof fault === "string") return refusal(400, fault);
  faults.add(fault);
  return { status: 201, body: fault };
}

function setForecast({ text }: SandboxRequest, { openMeteo }: Controlled): SandboxAnswer {
  const body = parseObject(text);
  const given = body?.temperature_c;
  const celsius = readForecast(given);
  if (celsius === null)
    return refusal(
      400,
      `temperature_c must be °C: a number, or a list of 1 to ${FORECAST_HOURS_MAX} of them.`,
    );
  openMeteo.set(celsius);
  return { status: 200, body: { temperature_c: given } };
}

function readForecast(given: unknown): ForecastSetting {
  const list: unknown[] = Array.isArray(given) ? given : [given];
  const isForecast = list.length > 0 && list.length <= FORECAST_HOURS_MAX && list.every(isCelsius);
  return isForecast ? list : null;
}

const isCelsius = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) <= MAGNITUDE_MAX_C;

/** Everything that was accepted, oldest first; the oldest go when it is full. */
export class Mailbox implements SandboxMailbox {
  #messages: SandboxMessage[] = [];

  add(message: SandboxMessage): void {
    this.#messages.push(message);
    if (this.#messages.length > MESSAGES_MAX) this.#messages.shift();
  }

  collapse(message: SandboxMessage): void {
    const earlier = this.#messages.find(
      ({ channel, to, idempotency_key }) =>
        channel === "push" &&
        to === message.to &&
        idempotency_key !== null &&
        idempotency_key === message.idempotency_key,
    );
    if (earlier === undefined) this.add(message);
    else Object.assign(earlier, { subject: message.subject, body: message.body });
  }

  all(): SandboxMessage[] {
    return [...this.#messages];
  }

  clear(): void {
    this.#messages = [];
  }
}
