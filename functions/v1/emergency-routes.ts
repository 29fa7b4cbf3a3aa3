import { type HandOverPorts, handOverAlert } from "../../lib/alerts/hand-over-alert.actions.ts";
import type { SpendPorts } from "../../lib/budget/spend.actions.ts";
import {
  type CardPorts,
  changeCard,
  keepPhoto,
  openPhoto,
  removePhoto,
  showCard,
} from "../../lib/emergency/card.actions.ts";
import { type EvidencePorts, issueEvidence } from "../../lib/evidence/issue-evidence.actions.ts";
import { tryFeed } from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { FeedRules } from "../../lib/kernel/judge-url.ts";
import { done } from "../../lib/kernel/outcome.ts";
import type { TryFeed } from "../../lib/kernel/ports.ts";
import { may } from "../../lib/people/entitlement.ts";
import { listActivity } from "../../lib/people/home.actions.ts";
import { makes, shows } from "../../schema/openapi/route.ts";
import {
  CardPhotoAnswer,
  EmergencyCardAnswer,
  EmergencyCardChange,
  PhotoQuery,
} from "../../schema/wire/account/emergency.ts";
import { ActivityList, ActivityQuery } from "../../schema/wire/account/sessions.ts";
import { AlertAnswer, HandOver } from "../../schema/wire/alerts.ts";
import { Evidence } from "../../schema/wire/evidence.ts";
import { FeedTrial, TriedFeed } from "../../schema/wire/pull-setup.ts";
import { Ok } from "../../schema/wire/text.ts";
import { imageBody, imageReply } from "../_http/body.ts";
import { feedTryProblem } from "../_http/feed-try-limit.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { refusal } from "../_http/reply.ts";
import { actingIn, pathId } from "../_http/require-session.ts";

export type EmergencyPorts = CardPorts &
  EvidencePorts &
  HandOverPorts &
  SpendPorts & { feedRules: FeedRules; tryFeed: TryFeed };

const CARD = "/api/v1/emergency-card";

const route = routesFor<EmergencyPorts>();

/** What a home's people look for in an emergency, and what is known of one. */
export const EMERGENCY_ROUTES = {
  "feeds.try": route({
    on: "POST /api/v1/feeds/try",
    only: true,
    may: "manage_feeds",
    body: FeedTrial,
    summary: "Try a feed",
    about:
      "Fetches it once, returns the readings, and saves nothing. The address must be public, as for a saved feed.",
    answers: shows(TriedFeed, "The readings, or the reason why there are none"),
    answer: async (ports, c, trial) => {
      const limited = await feedTryProblem(c, ports, actingIn(c.var));
      if (limited !== null) return refusal(c, limited);
      return await tryFeed(ports, { ...trial, jsonRoot: trial.jsonRoot || null });
    },
  }),
  // One person hands an alert over to another; a program has nobody to hand anything over for.
  "alerts.handOver": route({
    on: "POST /api/v1/alerts/:id/hand-over",
    may: "acknowledge_alert",
    body: HandOver,
    wakes: true,
    summary: "Assign an alert",
    about:
      "Assigns the alert to another member, who also becomes the one who acknowledged it. They get one message by email and on each channel that they use for such alerts. If the alert is over, the answer is 410.",
    answers: shows(AlertAnswer, "The alert"),
    refusals: [409, 410],
    answer: (ports, c, { user_id: userId }) => handOverAlert(ports, c.var, { alertId: pathId(c), userId }),
  }),
  "alerts.getEvidence": route({
    on: "GET /api/v1/alerts/:id/evidence",
    may: "read_evidence",
    summary: "Get an alert's evidence",
    about:
      "Returns a document for insurers and landlords, on every plan. Owners and managers only. It holds the readings around the alert, every decision with its settings, every message, and who did what. It is signed with Ed25519 over its canonical form (RFC 8785). Its number stays the same until something changes.",
    answers: shows(Evidence, "The document and its signature"),
    answer: async (ports, c) => {
      const { householdId } = c.var.member;
      const issued = await issueEvidence(ports, { householdId, alertId: pathId(c) });
      if (issued.ok)
        c.header(
          "Content-Disposition",
          `attachment; filename="hearthwatch-${issued.value.document.id}.json"`,
        );
      return issued;
    },
  }),
  "emergencyCard.get": route({
    on: `GET ${CARD}`,
    may: "read_home",
    summary: "Get the emergency card",
    about:
      "Before anyone has filled it in, the card is empty and has the version 0. An empty step shows our default text.",
    answers: shows(EmergencyCardAnswer, "The card and its photos"),
    answer: (ports, c) => showCard(ports, c.var.member.householdId),
  }),
  "emergencyCard.set": route({
    on: `PUT ${CARD}`,
    may: "manage_emergency_card",
    body: EmergencyCardChange,
    summary: "Replace the emergency card",
    about:
      "Replaces everything except the photos. If you send the `version` that you read and somebody else has changed the card meanwhile, the answer is 409.",
    answers: shows(EmergencyCardAnswer, "The card"),
    refusals: [409],
    answer: (ports, c, change) => changeCard(ports, actingIn(c.var), change),
  }),
  "emergencyCard.addPhoto": route({
    on: `POST ${CARD}/photos`,
    may: "manage_emergency_card",
    query: PhotoQuery,
    makes: true,
    summary: "Add a photo to the card",
    about:
      "Send the picture as the body, JPEG or PNG, or as the field `photo` of a form. Only the pixels are stored, without place, camera and time. If the installation doesn't store photos, or the card already has six, the answer is 409.",
    file: ["image/jpeg", "image/png"],
    answers: makes(CardPhotoAnswer, "The photo"),
    refusals: [409],
    answer: async (ports, c, { place }) => {
      const bytes = await imageBody(c);
      return bytes.ok ? await keepPhoto(ports, actingIn(c.var), { place, bytes: bytes.value }) : bytes;
    },
  }),
  "emergencyCard.getPhoto": route({
    on: `GET ${CARD}/photos/:id`,
    may: "read_home",
    summary: "Get a photo of the card",
    about: "For everyone who can see the home.",
    answers: { 200: { description: "The picture", types: ["image/jpeg", "image/png"] } },
    answer: async (ports, c) => {
      const opened = await openPhoto(ports, c.var.member.householdId, pathId(c));
      return opened.ok ? imageReply(c, opened.value) : opened;
    },
  }),
  "emergencyCard.deletePhoto": route({
    on: `DELETE ${CARD}/photos/:id`,
    may: "manage_emergency_card",
    summary: "Remove a photo from the card",
    about: "The file is deleted within an hour.",
    answers: shows(Ok, "Removed"),
    answer: (ports, c) => removePhoto(ports, actingIn(c.var), pathId(c)),
  }),
  "activity.list": route({
    on: "GET /api/v1/activity",
    may: "read_activity",
    query: ActivityQuery,
    summary: "List activity",
    about: "Entries never change. Only owners and managers see IP addresses.",
    answers: shows(ActivityList, "A page of entries"),
    answer: async (ports, { var: { member } }, { limit, cursor = null }) => {
      const withAddresses = may("read_caller_addresses", member) === "yes";
      const { householdId } = member;
      return done(await listActivity(ports, { householdId, before: cursor, limit, withAddresses }));
    },
  }),
};
