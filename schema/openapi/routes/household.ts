import { LIMITS } from "../../limits.ts";
import { EMERGENCY_ROUTES, HOME_ROUTES, MEMBER_ROUTES } from "../../routes/household.ts";
import { Coverage, DrillAnswer } from "../../wire/account/coverage.ts";
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

export const MEMBER_WORDS = {
  "account.members.list": {
    summary: "List members",
    about: "In the order of joining. Roles are owner, manager, member and viewer.",
    answers: shows(MemberList, "The members"),
  },
  "account.members.update": {
    summary: "Change a member's role",
    about: "Owners only. A home keeps at least one owner. `ended` says what of the member's was revoked.",
    answers: shows(MemberChanged, "Changed, and what this ended"),
    refusals: [409],
  },
  "account.members.delete": {
    summary: "Remove a member",
    about:
      "Their open invitations go too. Everyone may leave. `revoke_keys=true` also ends the API keys, share links and inbound tokens that the member made.",
    answers: shows(MemberChanged, "Removed, and what this ended"),
    refusals: [409],
  },
  "account.invitations.list": {
    summary: "List invitations",
    about: "Invitations that were accepted, declined or are over are not listed.",
    answers: shows(InvitationList, "The invitations"),
  },
  "account.invitations.create": {
    summary: "Invite a member",
    about:
      "The invitation has to be accepted. A second one of the same address replaces the first; three a day and address.",
    answers: makes(InvitationAnswer, "The invitation"),
    refusals: [404, 409],
  },
  "account.invitations.delete": {
    summary: "Withdraw an invitation",
    about: "Its mail no longer leads anywhere.",
    answers: shows(Ok, "Withdrawn"),
  },
  "account.invitations.decline": {
    summary: "Decline an invitation",
    about: "That home can invite the address no more, as after the link in the invitation's mail.",
    answers: shows(Ok, "Declined"),
  },
  "account.invitations.accept": {
    summary: "Accept an invitation",
    about: "Only the person with the invited address may. `PUT /api/account/session` then goes to that home.",
    answers: shows(InvitationAccepted, "Joined"),
  },
} satisfies WordsOf<typeof MEMBER_ROUTES>;

export const HOME_WORDS = {
  "account.household.get": {
    summary: "Get the home",
    about: "`plan` is what holds now, `chosen_plan` what remains when the trial has ended.",
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
  },
  "account.household.update": {
    summary: "Update the home",
    about: "What is left out stays. A place is needed for forecasts; `latitude` and `longitude` go together.",
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
  },
  "account.city.get": {
    summary: "Get the city's figures",
    about: "Only from ten homes on, and only as shares: nobody can be told apart.",
    answers: shows(CityAnswer, "The newest day with at least ten homes"),
    refusals: [404, 409],
  },
  "account.plan.get": {
    summary: "Get the plan",
    about: "`null` in a limit means that there is none.",
    answers: shows(PlanAnswer, "The plan"),
  },
  "account.household.export": {
    summary: "Export the home's settings",
    about:
      "One JSON document of what the home's lists show. `/api/account/household/export.zip` holds everything, readings included.",
    answers: shows(HouseholdExport, "The home; nothing in it opens anything"),
    refusals: [404],
  },
  "account.household.exportArchive": {
    summary: "Export everything about the home",
    about:
      "A ZIP with a JSON file for each kind of thing that is kept, and each device's readings as CSV beside it. Keys, tokens" +
      " and what is sealed are left out. It is written as it is read, so that its length is not known. It needs a fresh proof:" +
      " `POST /api/account/session/prove` within the last 10 minutes.",
    answers: { 200: { description: "The archive", types: ["application/zip"] } },
    refusals: [429],
  },
  "account.user.export": {
    summary: "Export what is kept about you",
    about:
      "For every member: their account, sessions, contacts, choices, what they did and what they were sent, in whatever home." +
      " It needs a fresh proof.",
    answers: shows(PersonExport, "A list for each table that names you"),
    refusals: [429],
  },
  "account.user.update": {
    summary: "Change your language and unit",
    about:
      "For every member: in which language messages are written to them, on every channel, and in which unit they read" +
      " temperatures; a unit of null is the home's. Fields you omit keep their value.",
    answers: shows(UserAnswer, "The account as it is now"),
  },
  "account.user.delete": {
    summary: "Delete the account",
    about:
      "Homes that nobody else belongs to go with it. Within 10 minutes of `POST /api/account/session/prove`. This cannot be undone.",
    answers: shows(Ok, "Deleted"),
    refusals: [404, 409],
  },
  "account.household.delete": {
    summary: "Delete the home",
    about:
      "Everything in it is deleted, and its members are notified. Needs a fresh proof. Owners only, within 10 minutes of `POST /api/account/session/prove`. This cannot be undone.",
    answers: shows(Ok, "Deleted"),
    refusals: [404],
  },
  "account.plan.update": {
    summary: "Change the plan",
    about: "Owners only. After a downgrade the data of the larger plan is kept for 30 days.",
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
  },
} satisfies WordsOf<typeof HOME_ROUTES>;

export const EMERGENCY_WORDS = {
  "account.feeds.try": {
    summary: "Try a feed",
    about:
      "Fetches it once and shows what would be read. Nothing is saved. The address is judged as that of a feed that is saved: only public ones are fetched.",
    answers: shows(TriedFeed, "What was read, or why nothing was"),
  },
  "account.alerts.handOver": {
    summary: "Assign an alert",
    about:
      "The other member is told once, by email and on each channel on which they want to hear of such an alert. Whoever is on an alert has acknowledged it. An alert that is over answers 410.",
    answers: shows(AlertAnswer, "The alert"),
    refusals: [409, 410],
  },
  "account.alerts.getEvidence": {
    summary: "Get an alert's evidence",
    about:
      "For insurers and landlords, on every plan; owners and managers may. Holds the readings around it, every decision with the settings that it was made by, every message, and who did what. It is signed with Ed25519 over its canonical form (RFC 8785), and each day of a home's documents holds the hash of the day before. As long as nothing changes the same document is given.",
    answers: shows(Evidence, "The document and its signature"),
    refusals: [409],
  },
  "account.coverage.get": {
    summary: "Get the coverage report",
    about:
      "What may leave the home unwarned, the gravest first: rooms without a recent sensor, sensors that were never wet or cold, channels not proven for 90 days, and whatever all of it hangs on. Not for viewers.",
    answers: shows(Coverage, "The gaps"),
  },
  "account.drills.create": {
    summary: "Start an alarm drill",
    about: `Gives each sensor for water or cold a test reading, which is stored, evaluated and undone in one step, and sends a message marked as a drill to every contact that a critical alert would be sent to, those outside the home who have said yes among them. Each has a link that works for ${LIMITS.drillHours} hours. It opens no alert, calls no phone and never uses what is kept for emergencies. Owners and managers; at most ${LIMITS.drillsPerDay} a day.`,
    answers: makes(DrillAnswer, "The drill, of which nothing has arrived yet"),
    refusals: [404, 409, 429],
  },
  "account.drills.get": {
    summary: "Get an alarm drill",
    about:
      "What became of each contact: `sent` until its reader has tapped the link, `missed` where nobody did in time. `latest` in place of an id is the newest. Not for viewers.",
    answers: shows(DrillAnswer, "The drill and its contacts"),
  },
  "account.emergencyCard.get": {
    summary: "Get the emergency card",
    about:
      "A card that nobody has written yet is empty, with the version 0. An empty step means our own words.",
    answers: shows(EmergencyCardAnswer, "The card and its photos"),
  },
  "account.emergencyCard.set": {
    summary: "Replace the emergency card",
    about:
      "All of it but the photos. With the `version` that was read, a change of somebody else's meanwhile answers 409.",
    answers: shows(EmergencyCardAnswer, "The card"),
    refusals: [409],
  },
  "account.emergencyCard.addPhoto": {
    summary: "Add a photo to the card",
    about:
      "The body is the picture, JPEG or PNG, or a form with it in the field `photo`. Only pixels are kept: where it was taken, by which camera and when is left out. 409 where the installation keeps no photos, and for more than six.",
    file: ["image/jpeg", "image/png"],
    answers: makes(CardPhotoAnswer, "The photo"),
    refusals: [409],
  },
  "account.emergencyCard.getPhoto": {
    summary: "Get a photo of the card",
    about: "Only for those who may see the home.",
    answers: { 200: { description: "The picture", types: ["image/jpeg", "image/png"] } },
  },
  "account.emergencyCard.deletePhoto": {
    summary: "Remove a photo from the card",
    about: "Its file is removed from the store within the hour.",
    answers: shows(Ok, "Removed"),
  },
  "account.activity.list": {
    summary: "List activity",
    about: "Entries are never changed. Addresses are shown to owners and managers only.",
    answers: shows(ActivityList, "A page of entries"),
  },
} satisfies WordsOf<typeof EMERGENCY_ROUTES>;

export const HOUSEHOLD_ROUTES: RouteDescription[] = [
  ...described(HOME_ROUTES, HOME_WORDS),
  ...described(MEMBER_ROUTES, MEMBER_WORDS),
  ...described(EMERGENCY_ROUTES, EMERGENCY_WORDS),
];
