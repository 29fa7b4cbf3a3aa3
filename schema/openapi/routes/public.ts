import * as z from "zod/mini";
import { EvidenceKeys } from "../../wire/evidence.ts";
import {
  ExampleFeed,
  ExampleFeedQuery,
  Readiness,
  StatusSubscription,
  SystemStatus,
} from "../../wire/status.ts";
import { Ok } from "../../wire/text.ts";
import {
  CHANNEL_LIMIT,
  LINK_LIMIT,
  PAGE,
  type RouteDescription,
  STATUS_LIMIT,
  SUBSCRIBE_LIMIT,
  shows,
} from "../route.ts";

const part = z.record(z.string(), z.unknown());

/** The document's own outline, for the route that serves it. */
const OpenApiShape = z.object({
  openapi: z.literal("3.1.0"),
  info: part,
  servers: z.array(part),
  tags: z.array(part),
  "x-tagGroups": z.array(part),
  paths: z.record(z.string(), part),
  webhooks: z.record(z.string(), part),
  components: part,
});

const audience = "anyone";

const PAGES = { audience, refusesWithPage: true } as const;

const STATUS_LINKS = [
  {
    link: "confirm",
    id: "Confirm",
    look: "Open a confirmation link",
    press: "Confirm a status subscription",
  },
  {
    link: "unsubscribe",
    id: "Unsubscribe",
    look: "Open a status unsubscribe link",
    press: "Unsubscribe from status updates",
  },
] as const;

const statusLinkRoutes: RouteDescription[] = STATUS_LINKS.flatMap(({ link, id, look, press }) => [
  {
    id: `status.look${id}`,
    method: "get",
    path: `/api/status/${link}/{token}`,
    summary: look,
    about:
      "Shows a page with a button. Mail programs open links to check them, so only the button changes anything.",
    ...PAGES,
    answers: { 200: { description: "A page with one button", types: [PAGE] } },
    refusals: [404],
  },
  {
    id: `status.${link}`,
    method: "post",
    path: `/api/status/${link}/{token}`,
    summary: press,
    about: "A second press changes nothing.",
    ...PAGES,
    answers: { 200: { description: "Done", json: Ok, types: [PAGE] } },
    refusals: [404, 500],
  },
]);

const ACK_ROUTES: RouteDescription[] = [
  {
    id: "channels.callBack",
    method: "post",
    path: "/api/channels/{channel}/{token}",
    summary: "Receive a provider's callback",
    about:
      "For message providers and the buttons in messages: statuses, replies to texts, acknowledgements. Twilio's calls need Twilio's signature; the others need the message's token.",
    audience,
    limit: CHANNEL_LIMIT,
    headers: { "X-Twilio-Signature": "Signs the address and each field of what Twilio posts" },
    answers: { 200: { description: "Done; a text's answer is TwiML", json: Ok, types: ["text/xml"] } },
    refusals: [400, 401, 403, 404, 409, 410, 413, 429, 500],
  },
];

const DIGEST_ROUTES: RouteDescription[] = [
  {
    id: "reportLink.look",
    limit: LINK_LIMIT,
    method: "get",
    path: "/api/digest/unsubscribe/{token}",
    summary: "Open an unsubscribe link",
    about: "Every digest and report has this link.",
    ...PAGES,
    answers: { 200: { description: "A page with one button", types: [PAGE] } },
    refusals: [404, 429, 500],
  },
  {
    id: "reportLink.unsubscribe",
    limit: LINK_LIMIT,
    method: "post",
    path: "/api/digest/unsubscribe/{token}",
    summary: "Unsubscribe from a report",
    about: "Mail programs may call it by themselves (RFC 8058).",
    ...PAGES,
    answers: { 200: { description: "Done", json: Ok, types: [PAGE] } },
    refusals: [404, 429, 500],
  },
];

const DECLINE_ROUTES: RouteDescription[] = [
  {
    id: "invitationLink.look",
    limit: LINK_LIMIT,
    method: "get",
    path: "/api/invitations/decline/{token}",
    summary: "Open a decline link",
    about: "The invitation's mail has this link.",
    ...PAGES,
    answers: { 200: { description: "A page with two buttons", types: [PAGE] } },
    refusals: [404, 429, 500],
  },
  {
    id: "invitationLink.decline",
    limit: LINK_LIMIT,
    method: "post",
    path: "/api/invitations/decline/{token}",
    summary: "Decline by link",
    about: "The home can't invite the address again.",
    ...PAGES,
    answers: { 200: { description: "Declined", json: Ok, types: [PAGE] } },
    refusals: [404, 429, 500],
  },
];

const EVIDENCE_ROUTES: RouteDescription[] = [
  {
    id: "evidence.listKeys",
    method: "get",
    path: "/.well-known/hearthwatch-evidence.json",
    summary: "List evidence keys",
    about:
      "Returns the public keys (JWK set) that evidence documents are checked with: the one that signs now, and the one of the previous `SERVER_SECRET` while that is configured. Any page may read them.",
    audience,
    answers: shows(EvidenceKeys, "The keys"),
    refusals: [500],
  },
];

export const PUBLIC_ROUTES: RouteDescription[] = [
  {
    id: "health.get",
    method: "get",
    path: "/api/health",
    summary: "Check liveness",
    about: "Answers as long as the function runs, without the database or Redis.",
    audience,
    answers: shows(Ok, "The function runs"),
  },
  {
    id: "health.getReady",
    limit: STATUS_LIMIT,
    method: "get",
    path: "/api/health/ready",
    summary: "Check readiness",
    about:
      "Checks the database and Redis within a second. The service works without Redis, but not without the" +
      " database: then the answer is 503. `database` is `silent` if it doesn't answer, and `refused` if it rejects the login" +
      " or the query: trying again won't help.",
    audience,
    answers: {
      ...shows(Readiness, "The service is ready"),
      503: { description: "The database doesn't answer, or refuses", json: Readiness },
    },
    refusals: [429],
  },
  {
    id: "status.get",
    limit: STATUS_LIMIT,
    method: "get",
    path: "/api/status",
    summary: "Get the system status",
    about:
      "`status` is the status of the worst component. Incidents stay listed for some days after their end. It answers within a" +
      " second. If the database doesn't, the status is `down` with its start.",
    audience,
    answers: shows(SystemStatus, "The status; cached for a minute, 304 while unchanged"),
    refusals: [429, 500],
  },
  {
    id: "status.getFeed",
    limit: STATUS_LIMIT,
    method: "get",
    path: "/api/status/feed",
    summary: "Get the incident feed",
    about: "Has one entry for each incident, changed by each update.",
    audience,
    answers: { 200: { description: "RFC 4287", types: ["application/atom+xml; charset=utf-8"] } },
    refusals: [429, 500],
  },
  {
    id: "service.get",
    method: "get",
    path: "/",
    summary: "Get the service's name",
    about:
      "Returns the start page, or redirects to the home if you are signed in. Without the pages, it returns two sentences.",
    audience,
    answers: {
      200: { description: "The page, or two sentences", types: [PAGE, "text/plain; charset=UTF-8"] },
      303: { description: "To the reader's home", headers: { Location: "/home" } },
    },
  },
  {
    id: "document.get",
    method: "get",
    path: "/api/openapi.json",
    summary: "Get this document",
    about: "OpenAPI 3.1, generated from the schemas that validate requests.",
    audience,
    headers: { "If-None-Match": "The ETag of your copy" },
    answers: {
      200: { description: "OpenAPI 3.1.0", json: OpenApiShape },
      304: { description: "Your copy is current" },
    },
  },
  {
    id: "exampleFeed.get",
    method: "get",
    path: "/api/feeds/example",
    summary: "Get an example feed",
    about: "Without `format` it has flat keys, the native style.",
    audience,
    query: ExampleFeedQuery,
    answers: shows(ExampleFeed, "The feed in the requested style"),
  },
  {
    id: "status.subscribe",
    limit: SUBSCRIBE_LIMIT,
    method: "post",
    path: "/api/status/subscribe",
    summary: "Subscribe to status updates",
    about: "The answer is the same for every address, so it doesn't reveal who has subscribed.",
    audience,
    body: StatusSubscription,
    answers: shows(Ok, "The same for every address"),
    refusals: [429, 500],
  },
  ...statusLinkRoutes,
  ...ACK_ROUTES,
  ...DIGEST_ROUTES,
  ...DECLINE_ROUTES,
  ...EVIDENCE_ROUTES,
];
