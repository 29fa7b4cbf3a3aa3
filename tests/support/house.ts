import { feedTrial } from "../../functions/_platform/cron-calls.ts";
import { accountApp } from "../../functions/account/app.ts";
import { groupOf } from "../../functions/all/paths.ts";
import { companionApp } from "../../functions/companion/app.ts";
import { cronApp } from "../../functions/cron/app.ts";
import { inboundApp } from "../../functions/inbound/app.ts";
import { ingestApp } from "../../functions/ingest/app.ts";
import { publicApp } from "../../functions/public/app.ts";
import { shareApp } from "../../functions/share/app.ts";
import { v1App } from "../../functions/v1/app.ts";
import type { OutgoingMessage } from "../../lib/channels/ports.ts";
import type { FetchFeed } from "../../lib/kernel/ports.ts";
import { actsApp } from "./acts.ts";
import { channelsBy } from "./channels.ts";
import { openCompanion } from "./companion.ts";
import type { TestDevice } from "./fixtures.ts";
import { postTo } from "./readings.ts";
import { CRON_SECRET, type TestServices } from "./services.ts";

/** Returns the services with channels whose messages are collected in `sent`. */
function withChannels(services: TestServices, sent: OutgoingMessage[]): TestServices {
  const send = async (message: OutgoingMessage) => {
    sent.push(message);
    return { kind: "sent" as const, providerId: null };
  };
  return { ...services, channels: channelsBy(() => send) };
}

/** Opens Ada's Pro home and Cleo's Free one, with the apps of all groups over one test database. */
export async function openHouse(start?: string) {
  const companion = await openCompanion(start);
  const sent: OutgoingMessage[] = [];
  const services = withChannels(companion.services, sent);
  const apps = appsOf(services);
  const post = (device: Pick<TestDevice, "ingestKey">, body: unknown) => postTo(apps.ingest, device, body);
  return { ...companion, services, apps, acts: actsApp(services), sent, post };
}
export type House = Awaited<ReturnType<typeof openHouse>>;

/** The apps of all groups, by the group's name. A new group is one more line. */
export const appsOf = (services: TestServices) => ({
  ingest: ingestApp(services),
  share: shareApp(services),
  public: publicApp(services),
  v1: v1App(services),
  account: accountApp(services),
  companion: companionApp(services),
  inbound: inboundApp(services),
  cron: cronApp(services),
});
export type Group = keyof ReturnType<typeof appsOf>;

/** Returns the app for a path, as the service's front does. Paths of no page go to the public app. */
export function appFor({ apps, acts }: Pick<House, "apps" | "acts">, path: string) {
  if (path.startsWith("/acts/")) return acts;
  const group = groupOf(path.replace(/\?.*$/s, ""));
  return apps[group === "pages" ? "public" : group];
}

/** Returns every route of an app once, such as `GET /api/v1/devices/:id`. */
export const routesOf = ({ routes }: { routes: { method: string; path: string }[] }): string[] => [
  ...new Set(routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`)),
];

/** Returns a route's path with the same name for every parameter. */
export const normalized = (path: string): string => path.replace(/:\w+|\{\w+\}/g, "{}");

/** Makes a cron function try feeds, for which `fetchFeed` answers every address. */
export function withFeeds(opened: House, fetchFeed: FetchFeed): House {
  const cron = cronApp({ ...opened.services, fetchFeed });
  const env = {
    BASE_URL: "https://hearth.example.net",
    CRON_SECRET,
    CRON: { fetch: async (request: Request) => cron.request(request) },
  };
  const tryFeed = feedTrial(env, opened.services.report, 1_000);
  const services = { ...opened.services, fetchFeed, tryFeed };
  return { ...opened, services, apps: appsOf(services) };
}
