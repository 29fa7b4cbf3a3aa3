import type { JsonObject, SandboxRequest, StandIn } from "../../lib/channels/sandbox.vendor.ts";

const TIMES_MAX = 1_000_000;
const RETRY_AFTER_MAX = 86_400;
const FAULTS_MAX = 100;

/** Kinds of every provider: unanswered before or after the request was accepted, or answered late. */
const WAITS = ["timeout_before", "timeout_after", "slow"] as const;

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

/** A sentence for whoever sent something else. `times` is 1 where it is left out. */
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
