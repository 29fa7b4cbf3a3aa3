import { EmergencyCardChange, PhotoQuery } from "../wire/account/emergency.ts";
import {
  HouseholdChange,
  MemberRemoval,
  NewInvitation,
  PlanChoice,
  RoleChange,
} from "../wire/account/household.ts";
import { ActivityQuery } from "../wire/account/sessions.ts";
import { UserChange } from "../wire/account/sign-in.ts";
import { HandOver } from "../wire/alerts.ts";
import { FeedTrial } from "../wire/pull-setup.ts";
import type { Routes } from "./route.ts";

const CARD = "/api/account/emergency-card";

export const HOME_ROUTES = {
  "account.household.get": { on: "GET /api/account/household", may: "read_home" },
  "account.household.update": {
    on: "PATCH /api/account/household",
    may: "manage_household",
    body: HouseholdChange,
  },
  "account.city.get": { on: "GET /api/account/city", may: "read_home" },
  "account.plan.get": { on: "GET /api/account/plan", may: "read_home" },
  "account.household.export": {
    on: "GET /api/account/household/export",
    may: "export_household",
    proof: true,
  },
  "account.household.exportArchive": {
    on: "GET /api/account/household/export.zip",
    may: "export_household",
    proof: true,
  },
  "account.user.export": { on: "GET /api/account/user/export", proof: true },
  "account.user.update": { on: "PATCH /api/account/user", body: UserChange, short: true },
  "account.user.delete": { on: "DELETE /api/account/user", proof: true, wakes: true },
  "account.household.delete": {
    on: "DELETE /api/account/household",
    may: "delete_household",
    proof: true,
    wakes: true,
  },
  "account.plan.update": { on: "PUT /api/account/plan", may: "change_plan", body: PlanChoice },
} as const satisfies Routes;

export const MEMBER_ROUTES = {
  "account.members.list": { on: "GET /api/account/members", may: "read_home" },
  "account.members.update": {
    on: "PATCH /api/account/members/:id",
    may: "manage_members",
    body: RoleChange,
  },
  // Everyone may leave; the action decides who may remove others.
  "account.members.delete": { on: "DELETE /api/account/members/:id", query: MemberRemoval },
  "account.invitations.list": { on: "GET /api/account/invitations", may: "manage_members" },
  "account.invitations.create": {
    on: "POST /api/account/invitations",
    may: "manage_members",
    body: NewInvitation,
    makes: true,
    wakes: true,
  },
  "account.invitations.delete": { on: "DELETE /api/account/invitations/:id", may: "manage_members" },
  // The person whom it is for answers, whatever they may do in the home that they are in now.
  "account.invitations.decline": { on: "POST /api/account/invitations/:id/decline" },
  "account.invitations.accept": { on: "POST /api/account/invitations/:id/accept" },
} as const satisfies Routes;

export const EMERGENCY_ROUTES = {
  "account.feeds.try": {
    on: "POST /api/account/feeds/try",
    only: true,
    may: "manage_feeds",
    body: FeedTrial,
  },
  // One person hands an alert over to another; a program has nobody to hand anything over for.
  "account.alerts.handOver": {
    on: "POST /api/account/alerts/:id/hand-over",
    may: "acknowledge_alert",
    body: HandOver,
    wakes: true,
  },
  "account.alerts.getEvidence": { on: "GET /api/account/alerts/:id/evidence", may: "read_evidence" },
  // It names people's channels, so that it is for those who care for the home; so do drills.
  "account.coverage.get": { on: "GET /api/account/coverage", may: "manage_notifications" },
  "account.drills.create": {
    on: "POST /api/account/drills",
    may: "manage_escalation",
    makes: true,
    wakes: true,
  },
  "account.drills.get": { on: "GET /api/account/drills/:id", may: "manage_notifications" },
  "account.emergencyCard.get": { on: `GET ${CARD}`, may: "read_home" },
  "account.emergencyCard.set": {
    on: `PUT ${CARD}`,
    may: "manage_emergency_card",
    body: EmergencyCardChange,
  },
  "account.emergencyCard.addPhoto": {
    on: `POST ${CARD}/photos`,
    may: "manage_emergency_card",
    query: PhotoQuery,
    makes: true,
  },
  "account.emergencyCard.getPhoto": { on: `GET ${CARD}/photos/:id`, may: "read_home" },
  "account.emergencyCard.deletePhoto": { on: `DELETE ${CARD}/photos/:id`, may: "manage_emergency_card" },
  "account.activity.list": { on: "GET /api/account/activity", may: "read_activity", query: ActivityQuery },
} as const satisfies Routes;
