import {
  parseObject,
  type SandboxAnswer,
  type SandboxRequest,
  type StandIn,
} from "../../lib/channels/sandbox.vendor.ts";
import { type FaultBook, readFault } from "./faults.ts";
import type { Mailbox } from "./mailbox.ts";
import type { ForecastSetting, OpenMeteo } from "./open-meteo.ts";

const FORECAST_HOURS_MAX = 16 * 24;
const MAGNITUDE_MAX_C = 100;

type Controlled = { mailbox: Mailbox; faults: FaultBook; standIns: readonly StandIn[]; openMeteo: OpenMeteo };

const EMPTY: SandboxAnswer = { status: 204 };
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
