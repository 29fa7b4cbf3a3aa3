import { ActivityList, ActivityQuery } from "../../wire/account/activity.ts";
import {
  CityAnswer,
  HouseholdAnswer,
  HouseholdChange,
  InvitationAccepted,
  InvitationAnswer,
  InvitationList,
  MemberChanged,
  MemberList,
  MemberRemoval,
  NewInvitation,
  PlanAnswer,
  PlanChoice,
  RoleChange,
} from "../../wire/account/household.ts";
import { HouseholdExport } from "../../wire/account/household-export.ts";
import { Ok } from "../../wire/text.ts";
import { makes, shows } from "../answers.ts";
import type { RouteDescription } from "../route.ts";

const audience = "session";

const MEMBER_ROUTES: RouteDescription[] = [
  {
    method: "get",
    path: "/api/account/members",
    summary: "The home's members and their roles",
    audience,
    answers: shows(MemberList, "The members"),
  },
  {
    method: "patch",
    path: "/api/account/members/{id}",
    summary: "Gives a member another role",
    audience,
    body: RoleChange,
    answers: shows(MemberChanged, "Changed, and what this ended"),
    refusals: [409],
  },
  {
    method: "delete",
    path: "/api/account/members/{id}",
    summary: "Removes a member with their open invitations; everyone may leave",
    audience,
    query: MemberRemoval,
    answers: shows(MemberChanged, "Removed, and what this ended"),
    refusals: [409],
  },
];

const INVITATION_ROUTES: RouteDescription[] = [
  {
    method: "get",
    path: "/api/account/invitations",
    summary: "The home's open invitations",
    audience,
    answers: shows(InvitationList, "The invitations"),
  },
  {
    method: "post",
    path: "/api/account/invitations",
    summary: "Invites an address, by mail",
    audience,
    body: NewInvitation,
    answers: makes(InvitationAnswer, "The invitation"),
    refusals: [404, 409],
  },
  {
    method: "delete",
    path: "/api/account/invitations/{id}",
    summary: "Withdraws an invitation",
    audience,
    answers: shows(Ok, "Withdrawn"),
  },
  {
    method: "post",
    path: "/api/account/invitations/{id}/accept",
    summary: "Accepts an invitation to one's own address",
    audience,
    answers: shows(InvitationAccepted, "Joined"),
  },
];

export const HOUSEHOLD_ROUTES: RouteDescription[] = [
  {
    method: "get",
    path: "/api/account/household",
    summary: "The home",
    audience,
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
  },
  {
    method: "patch",
    path: "/api/account/household",
    summary: "Changes the home's name, time zone, unit or place",
    audience,
    body: HouseholdChange,
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
  },
  {
    method: "get",
    path: "/api/account/city",
    summary: "What the homes of the city went through, for a home that takes part",
    audience,
    answers: shows(CityAnswer, "The newest day with at least ten homes"),
    refusals: [404, 409],
  },
  {
    method: "get",
    path: "/api/account/plan",
    summary: "The home's plan, what it gives, and what every plan gives",
    audience,
    answers: shows(PlanAnswer, "The plan"),
  },
  {
    method: "get",
    path: "/api/account/household/export",
    summary: "Everything that the home has but its readings, in one JSON document",
    audience,
    answers: shows(HouseholdExport, "The home; nothing in it opens anything"),
    refusals: [404],
  },
  {
    method: "delete",
    path: "/api/account/household",
    summary: "Deletes the home with everything in it, after a fresh proof; its members are told",
    audience,
    answers: shows(Ok, "Deleted"),
    refusals: [404],
  },
  {
    method: "put",
    path: "/api/account/plan",
    summary: "Chooses the plan",
    audience,
    body: PlanChoice,
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
  },
  ...MEMBER_ROUTES,
  ...INVITATION_ROUTES,
  {
    method: "get",
    path: "/api/account/activity",
    summary: "Who did what from where, newest first",
    audience,
    query: ActivityQuery,
    answers: shows(ActivityList, "A page of entries"),
  },
];
