import { Notifications, NotificationsChange } from "../../wire/account/notifications.ts";
import {
  DeliveriesQuery,
  DeliveryAnswer,
  DeliveryList,
  NotificationTest,
  NotificationTestAnswer,
} from "../../wire/deliveries.ts";
import { shows } from "../answers.ts";
import type { Audience, RouteDescription } from "../route.ts";

/** What a home is told, and whether it arrives. */
export const deliveryRoutes = ({
  prefix,
  audience,
}: {
  prefix: string;
  audience: Audience;
}): RouteDescription[] => [
  {
    method: "get",
    path: `${prefix}/deliveries`,
    summary: "The home's messages, newest first: also what waits, and what was given up",
    audience,
    query: DeliveriesQuery,
    answers: shows(DeliveryList, "A page of messages"),
  },
  {
    method: "post",
    path: `${prefix}/deliveries/{id}/retry`,
    summary: "Has a message that was given up tried again",
    audience,
    answers: shows(DeliveryAnswer, "The message, waiting"),
    refusals: [409],
  },
  {
    method: "post",
    path: `${prefix}/notifications/test`,
    summary: "Sends a test by one channel: to who asks, or by a key to the home's owners",
    audience,
    body: NotificationTest,
    answers: shows(NotificationTestAnswer, "On its way"),
    refusals: [404, 409],
  },
];

export const NOTIFICATION_ROUTES: RouteDescription[] = [
  {
    method: "get",
    path: "/api/account/notifications",
    summary: "How this home reaches who asks, and what is configured",
    audience: "session",
    answers: shows(Notifications, "One's own choices"),
    refusals: [404],
  },
  {
    method: "patch",
    path: "/api/account/notifications",
    summary: "Changes one's own choices; what is left out stays",
    audience: "session",
    body: NotificationsChange,
    answers: shows(Notifications, "One's own choices"),
    refusals: [404],
  },
];
