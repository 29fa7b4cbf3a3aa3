import type { JsonObject, Provider, SandboxRequest } from "./provider.ts";

const TIMES_MAX = 1_000_000;
const RETRY_AFTER_MAX = 86_400;
const FAULTS_MAX = 100;
const FIELDS = ["provider", "kind", "times", "retry_after"];

/** Kinds of every provider: unanswered before or after the request was accepted, or answered late. */
const WAITS = ["timeout_before", "timeout_after", "slow"];

export type Fault = { provider: string; kind: string; times: number; retryAfter: number | null };

/** What is to go wrong next, provider by provider, in the order it was asked for. */
export class FaultBook {
  #faults: Fault[] = [];

  add(fault: Fault): void {
    this.#faults.push(fault);
    if (this.#faults.length > FAULTS_MAX) this.#faults.shift();
  }

  take(name: string, { suffers }: Provider, request: SandboxRequest): Fault | undefined {
    const fault = this.#faults.find(({ provider, kind }) => provider === name && suffers(request, kind));
    if (fault === undefined) return undefined;
    fault.times -= 1;
    this.#faults = this.#faults.filter(({ times }) => times > 0);
    return { ...fault };
  }

  all(): readonly Fault[] {
    return this.#faults;
  }

  clear(): void {
    this.#faults = [];
  }
}

/** A sentence for a malformed request. `times` is 1 if omitted. */
export function readFault(body: JsonObject, providers: Readonly<Record<string, Provider>>): Fault | string {
  const unknown = Object.keys(body).filter((key) => !FIELDS.includes(key));
  if (unknown.length > 0) return `Unknown field: ${unknown.join(", ")}.`;
  const { times = 1, retry_after: retryAfter = null } = body;
  const name = Object.keys(providers).find((each) => each === body.provider);
  if (name === undefined) return `provider must be one of ${Object.keys(providers).join(", ")}.`;
  const kinds = [...WAITS, ...Object.keys(providers[name]?.faults ?? {})];
  const kind = String(body.kind).toLowerCase();
  if (!kinds.includes(kind)) return `kind must be, for ${name}, one of ${kinds.join(", ")}.`;
  if (!isWhole(times, 1, TIMES_MAX)) return `times must be a whole number from 1 to ${TIMES_MAX}.`;
  if (retryAfter !== null && !isWhole(retryAfter, 0, RETRY_AFTER_MAX))
    return `retry_after must be whole seconds from 0 to ${RETRY_AFTER_MAX}.`;
  return { provider: name, kind, times, retryAfter };
}

const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
