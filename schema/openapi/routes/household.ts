import { EMERGENCY_ROUTES, HOME_ROUTES, MEMBER_ROUTES, USER_ROUTES } from "../../routes/household.ts";
import { Coverage } from "../../wire/account/coverage.ts";
import { CardPhotoAnswer, EmergencyCardAnswer } from "../../wire/account/emergency.ts";
import {
  CityAnswer,
  HouseholdAnswer,
  InvitationAccepted,
  InvitationAnswer,
  InvitationList,
  MemberChanged,
  MemberList,
  PlanAnswer,
} from "../../wire/account/household.ts";
import { HouseholdExport, PersonExport } from "../../wire/account/household-export.ts";
import { ActivityList } from "../../wire/account/sessions.ts";
import { UserAnswer } from "../../wire/account/sign-in.ts";
import { AlertAnswer } from "../../wire/alerts.ts";
import { Evidence } from "../../wire/evidence.ts";
import { TriedFeed } from "../../wire/pull-setup.ts";
import { Ok } from "../../wire/text.ts";
import { described, type WordsOf } from "../described.ts";
import { makes, type RouteDescription, shows } from "../route.ts";

export const USER_WORDS = {
  "account.user.export": {
    summary: "Export your own data",
    about:
      "For every member. Returns your account, sessions, contacts, choices, actions and messages, in every home." +
      " Confirm your identity first.",
    answers: shows(PersonExport, "A list for each table that names you"),
    refusals: [429],
  },
  "account.user.update": {
    summary: "Change your language and unit",
    about:
      "For every member. Sets the language of your messages, on every channel, and the unit in which you read" +
      " temperatures; null means the home's unit. Fields you omit keep their value.",
    answers: shows(UserAnswer, "The account"),
  },
  "account.user.delete": {
    summary: "Delete the account",
    about:
      "Also deletes homes without another member. Confirm your identity with `POST /api/account/session/prove` within the 10 minutes before. You can't undo this.",
    answers: shows(Ok, "Deleted"),
    refusals: [404, 409],
  },
} satisfies WordsOf<typeof USER_ROUTES>;

export const MEMBER_WORDS = {
  "members.list": {
    summary: "List members",
    about: "Returns members in the order in which they joined. Roles are owner, manager, member and viewer.",
    answers: shows(MemberList, "The members"),
  },
  "members.update": {
    summary: "Change a member's role",
    about:
      "Owners only. A home needs at least one owner. `ended` counts the member's revoked keys, links and tokens.",
    answers: shows(MemberChanged, "The change, and counts of what it revoked"),
    refusals: [409],
  },
  "members.delete": {
    summary: "Remove a member",
    about:
      "Also withdraws their open invitations. Everyone can leave. `revoke_keys=true` also revokes the API keys, share links and inbound tokens that the member created.",
    answers: shows(MemberChanged, "The removal, and counts of what it revoked"),
    refusals: [409],
  },
  "invitations.list": {
    summary: "List invitations",
    about: "Returns open invitations only, not accepted, declined or expired ones.",
    answers: shows(InvitationList, "The invitations"),
  },
  "invitations.create": {
    summary: "Invite a member",
    about:
      "The person has to accept the invitation. A second one to the same address replaces the first. At most three a day and address.",
    answers: makes(InvitationAnswer, "The invitation"),
    refusals: [404, 409],
  },
  "invitations.delete": {
    summary: "Withdraw an invitation",
    about: "The link in its mail stops working.",
    answers: shows(Ok, "Withdrawn"),
  },
  "invitations.decline": {
    summary: "Decline an invitation",
    about: "The home can't invite the address again. The link in the invitation's mail does the same.",
    answers: shows(Ok, "Declined"),
  },
  "invitations.accept": {
    summary: "Accept an invitation",
    about:
      "Only for the person with the invited address. `PUT /api/account/session` then switches to that home.",
    answers: shows(InvitationAccepted, "Joined"),
  },
} satisfies WordsOf<typeof MEMBER_ROUTES>;

export const HOME_WORDS = {
  "household.get": {
    summary: "Get the home",
    about: "`plan` is the current plan, `chosen_plan` the one after the trial.",
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
  },
  "household.update": {
    summary: "Update the home",
    about:
      "Fields you omit keep their value. Forecasts need a place; set `latitude` and `longitude` together.",
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
  },
  "city.get": {
    summary: "Get the city's figures",
    about: "Only for ten homes or more, and only as shares, so that nobody can identify a home.",
    answers: shows(CityAnswer, "The newest day with at least ten homes"),
    refusals: [404, 409],
  },
  "plan.get": {
    summary: "Get the plan",
    about: "A limit of `null` means no limit.",
    answers: shows(PlanAnswer, "The plan"),
  },
  "household.export": {
    summary: "Export the home's settings",
    about:
      "Returns the home's lists as one JSON document. `/api/v1/household/export.zip` holds everything, including readings.",
    answers: shows(HouseholdExport, "The home, without secrets"),
    refusals: [404],
  },
  "household.exportArchive": {
    summary: "Export the home's data",
    about:
      "Returns a ZIP with a JSON file for each kind of record, and each device's readings as CSV. Keys, tokens" +
      " and encrypted values are left out. The ZIP is streamed without a length. Confirm your identity first:" +
      " `POST /api/account/session/prove` within the last 10 minutes.",
    answers: { 200: { description: "The archive", types: ["application/zip"] } },
    refusals: [429],
  },
  "household.delete": {
    summary: "Delete the home",
    about:
      "Owners only. Deletes everything in the home and notifies its members. Confirm your identity with `POST /api/account/session/prove` within the 10 minutes before. You can't undo this.",
    answers: shows(Ok, "Deleted"),
    refusals: [404],
  },
  "plan.update": {
    summary: "Change the plan",
    about: "Owners only. After a downgrade, Hearthwatch keeps the data of the larger plan for 30 days.",
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
  },
} satisfies WordsOf<typeof HOME_ROUTES>;

export const EMERGENCY_WORDS = {
  "feeds.try": {
    summary: "Try a feed",
    about:
      "Fetches it once, returns the readings, and saves nothing. The address must be public, as for a saved feed.",
    answers: shows(TriedFeed, "The readings, or the reason why there are none"),
  },
  "alerts.handOver": {
    summary: "Assign an alert",
    about:
      "Assigns the alert to another member, who also becomes the one who acknowledged it. They get one message by email and on each channel that they use for such alerts. If the alert is over, the answer is 410.",
    answers: shows(AlertAnswer, "The alert"),
    refusals: [409, 410],
  },
  "alerts.getEvidence": {
    summary: "Get an alert's evidence",
    about:
      "Returns a document for insurers and landlords, on every plan. Owners and managers only. It holds the readings around the alert, every decision with its settings, every message, and who did what. It is signed with Ed25519 over its canonical form (RFC 8785). Its number stays the same until something changes.",
    answers: shows(Evidence, "The document and its signature"),
  },
  "coverage.get": {
    summary: "Get the coverage report",
    about:
      "Returns gaps that may keep an alert from reaching you, the worst first: rooms without a recent sensor, sensors that were never wet or cold, channels without a delivery for 90 days, and single points of failure. Not for viewers.",
    answers: shows(Coverage, "The gaps"),
  },
  "emergencyCard.get": {
    summary: "Get the emergency card",
    about:
      "Before anyone has filled it in, the card is empty and has the version 0. An empty step shows our default text.",
    answers: shows(EmergencyCardAnswer, "The card and its photos"),
  },
  "emergencyCard.set": {
    summary: "Replace the emergency card",
    about:
      "Replaces everything except the photos. If you send the `version` that you read and somebody else has changed the card meanwhile, the answer is 409.",
    answers: shows(EmergencyCardAnswer, "The card"),
    refusals: [409],
  },
  "emergencyCard.addPhoto": {
    summary: "Add a photo to the card",
    about:
      "Send the picture as the body, JPEG or PNG, or as the field `photo` of a form. Only the pixels are stored, without place, camera and time. If the installation doesn't store photos, or the card already has six, the answer is 409.",
    file: ["image/jpeg", "image/png"],
    answers: makes(CardPhotoAnswer, "The photo"),
    refusals: [409],
  },
  "emergencyCard.getPhoto": {
    summary: "Get a photo of the card",
    about: "For everyone who can see the home.",
    answers: { 200: { description: "The picture", types: ["image/jpeg", "image/png"] } },
  },
  "emergencyCard.deletePhoto": {
    summary: "Remove a photo from the card",
    about: "The file is deleted within an hour.",
    answers: shows(Ok, "Removed"),
  },
  "activity.list": {
    summary: "List activity",
    about: "Entries never change. Only owners and managers see IP addresses.",
    answers: shows(ActivityList, "A page of entries"),
  },
} satisfies WordsOf<typeof EMERGENCY_ROUTES>;

export const USER_OWN_ROUTES = described(USER_ROUTES, USER_WORDS);

export const HOUSEHOLD_ROUTES: RouteDescription[] = [
  ...described(HOME_ROUTES, HOME_WORDS),
  ...described(MEMBER_ROUTES, MEMBER_WORDS),
  ...described(EMERGENCY_ROUTES, EMERGENCY_WORDS),
];
