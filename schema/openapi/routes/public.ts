import { AlertAnswer } from "../../wire/alerts.ts";
import { ExampleFeed, ExampleFeedQuery, StatusSubscription, SystemStatus } from "../../wire/status.ts";
import { Ok } from "../../wire/text.ts";
import { PAGE, shows } from "../answers.ts";
import { OpenApiShape } from "../openapi-shape.ts";
import type { RouteDescription } from "../route.ts";

const audience = "anyone";
const PAGES = { audience, refusesWithPage: true } as const;

const STATUS_LINKS = [
  { link: "confirm", look: "Asks whether to confirm the subscription", press: "Confirms the subscription" },
  { link: "unsubscribe", look: "Asks whether to unsubscribe", press: "Unsubscribes, in one click" },
] as const;

const statusLinkRoutes: RouteDescription[] = STATUS_LINKS.flatMap(({ link, look, press }) => [
  {
    method: "get",
    path: `/api/status/${link}/{token}`,
    summary: `${look}; looking changes nothing`,
    ...PAGES,
    answers: { 200: { description: "A page with one button", types: [PAGE] } },
    refusals: [404],
  },
  {
    method: "post",
    path: `/api/status/${link}/{token}`,
    summary: press,
    ...PAGES,
    answers: { 200: { description: "Done", json: Ok, types: [PAGE] } },
    refusals: [404, 500],
  },
]);

const ACK_ROUTES: RouteDescription[] = [
  {
    method: "get",
    path: "/api/alerts/ack/{token}",
    summary: "Asks whether to acknowledge the alert of a message; looking changes nothing",
    ...PAGES,
    answers: { 200: { description: "A page with one button", types: [PAGE] } },
    refusals: [403, 404, 429, 500],
  },
  {
    method: "post",
    path: "/api/alerts/ack/{token}",
    summary: "Acknowledges the alert of a message",
    ...PAGES,
    answers: { 200: { description: "Acknowledged", json: AlertAnswer, types: [PAGE] } },
    refusals: [403, 404, 409, 410, 429, 500],
  },
];

const DIGEST_ROUTES: RouteDescription[] = [
  {
    method: "get",
    path: "/api/digest/unsubscribe/{token}",
    summary: "Asks whether to end a report; looking changes nothing",
    ...PAGES,
    answers: { 200: { description: "A page with one button", types: [PAGE] } },
    refusals: [404, 429, 500],
  },
  {
    method: "post",
    path: "/api/digest/unsubscribe/{token}",
    summary: "Ends a report, in one click",
    ...PAGES,
    answers: { 200: { description: "Done", json: Ok, types: [PAGE] } },
    refusals: [404, 429, 500],
  },
];

const DECLINE_ROUTES: RouteDescription[] = [
  {
    method: "get",
    path: "/api/invitations/decline/{token}",
    summary: "Asks whether to decline an invitation; looking changes nothing",
    ...PAGES,
    answers: { 200: { description: "A page with two buttons", types: [PAGE] } },
    refusals: [404, 429, 500],
  },
  {
    method: "post",
    path: "/api/invitations/decline/{token}",
    summary: "Declines an invitation, and with `from=all` all further ones of any home",
    ...PAGES,
    answers: { 200: { description: "Declined, and remembered", json: Ok, types: [PAGE] } },
    refusals: [404, 429, 500],
  },
];

export const PUBLIC_ROUTES: RouteDescription[] = [
  {
    method: "get",
    path: "/api/status",
    summary: "How the service is, by component, and its incidents",
    audience,
    answers: shows(SystemStatus, "The status; kept for a minute, 304 while it is the same"),
    refusals: [429, 500],
  },
  {
    method: "get",
    path: "/api/status/feed",
    summary: "The incidents as an Atom feed",
    audience,
    answers: { 200: { description: "RFC 4287", types: ["application/atom+xml; charset=utf-8"] } },
    refusals: [429, 500],
  },
  {
    method: "get",
    path: "/",
    summary: "Says what this is",
    audience,
    answers: { 200: { description: "Two sentences", types: ["text/plain; charset=UTF-8"] } },
  },
  {
    method: "get",
    path: "/api/openapi.json",
    summary: "This document",
    audience,
    headers: { "If-None-Match": "The ETag of the document that is held already" },
    answers: {
      200: { description: "OpenAPI 3.1.0", json: OpenApiShape },
      304: { description: "What the caller holds is still so" },
    },
  },
  {
    method: "get",
    path: "/api/feeds/example",
    summary: "A pull feed to try polling with; its values move with the clock",
    audience,
    query: ExampleFeedQuery,
    answers: shows(ExampleFeed, "The feed, in the style that was asked for"),
  },
  {
    method: "post",
    path: "/api/status/subscribe",
    summary: "Sends a link that confirms a subscription to the system's status",
    audience,
    body: StatusSubscription,
    answers: shows(Ok, "The same for every address"),
    refusals: [429, 500],
  },
  ...statusLinkRoutes,
  ...ACK_ROUTES,
  ...DIGEST_ROUTES,
  ...DECLINE_ROUTES,
];
