import type { OwnStates } from "./own-states.ts";

/** The home, over its own interface. */
export type HomeApi = {
  /** Answers where it posts. */
  makeDevice(name: string): Promise<string>;
  post(url: string, body: unknown): Promise<{ status: number; error: string }>;
  states(): Promise<OwnStates>;
};

const TIMEOUT_MS = 10_000;
const PAGE = 200;

type Answer = {
  error?: string;
  ingest_url?: string;
  devices?: { status: string }[];
  alerts?: { severity: string }[];
};

/** `fetcher` answers a request as the service does. */
export function homeApi(
  baseUrl: string,
  apiKey: string,
  fetcher: (request: Request) => Promise<Response> = fetch,
): HomeApi {
  const ask = async (url: string, init: RequestInit = {}): Promise<{ status: number; body: Answer }> => {
    const answer = await fetcher(new Request(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }));
    return { status: answer.status, body: (await answer.json()) as Answer };
  };
  const headers = { Authorization: `Bearer ${apiKey}` };
  const v1 = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const { status, body } = await ask(`${baseUrl}/api/v1/${path}`, { ...init, headers });
    if (status >= 400) throw new Error(`MQTT_API_KEY: ${body.error ?? status}`);
    return body;
  };
  return {
    makeDevice: async (name) => {
      const { ingest_url: url } = await v1("devices", { method: "POST", body: JSON.stringify({ name }) });
      if (url === undefined) throw new Error("No address came with the new device");
      return url;
    },
    post: async (url, body) => {
      const { status, body: said } = await ask(url, { method: "POST", body: JSON.stringify(body) });
      return { status, error: said.error ?? "" };
    },
    states: async () => {
      const { devices = [] } = await v1(`devices?limit=${PAGE}`);
      const { alerts = [] } = await v1(`alerts?state=open&limit=${PAGE}`);
      const isCritical = alerts.some(({ severity }) => severity === "critical");
      return {
        alerts: alerts.length,
        worst: isCritical ? "critical" : alerts.length > 0 ? "warning" : "none",
        offline: devices.filter(({ status }) => status === "offline").length,
      };
    },
  };
}
