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

const CARD = "/api/v1/emergency-card";

export const HOME_ROUTES = {
  "household.get": { on: "GET /api/v1/household", may: "read_home" },
  "household.update": {
    on: "PATCH /api/v1/household",
    may: "manage_household",
    body: HouseholdChange,
  },
  "city.get": { on: "GET /api/v1/city", may: "read_home" },
  "plan.get": { on: "GET /api/v1/plan", may: "read_home" },
  "household.export": {
    on: "GET /api/v1/household/export",
    may: "export_household",
    proof: true,
  },
  "household.exportArchive": {
    on: "GET /api/v1/household/export.zip",
    may: "export_household",
    proof: true,
  },
  "household.delete": {
    on: "DELETE /api/v1/household",
    may: "delete_household",
    proof: true,
    wakes: true,
  },
  "plan.update": { on: "PUT /api/v1/plan", may: "change_plan", body: PlanChoice },
} as const satisfies Routes;

/** Whoever asks, whatever their role in a home. */
export const USER_ROUTES = {
  "account.user.export": { on: "GET /api/account/user/export", proof: true },
  "account.user.update": { on: "PATCH /api/account/user", body: UserChange, short: true },
  "account.user.delete": { on: "DELETE /api/account/user", proof: true, wakes: true },
} as const satisfies Routes;

export const MEMBER_ROUTES = {
  "members.list": { on: "GET /api/v1/members", may: "read_home" },
  "members.update": {
    on: "PATCH /api/v1/members/:id",
    may: "manage_members",
    body: RoleChange,
  },
  // Everyone may leave; the action decides who may remove others.
  "members.delete": { on: "DELETE /api/v1/members/:id", query: MemberRemoval },
  "invitations.list": { on: "GET /api/v1/invitations", may: "manage_members" },
  "invitations.create": {
    on: "POST /api/v1/invitations",
    may: "manage_members",
    body: NewInvitation,
    makes: true,
    wakes: true,
  },
  "invitations.delete": { on: "DELETE /api/v1/invitations/:id", may: "manage_members" },
  // The person whom it is for answers, whatever they may do in the home that they are in now.
  "invitations.decline": { on: "POST /api/v1/invitations/:id/decline" },
  "invitations.accept": { on: "POST /api/v1/invitations/:id/accept" },
} as const satisfies Routes;

export const EMERGENCY_ROUTES = {
  "feeds.try": {
    on: "POST /api/v1/feeds/try",
    only: true,
    may: "manage_feeds",
    body: FeedTrial,
  },
  // One person hands an alert over to another; a program has nobody to hand anything over for.
  "alerts.handOver": {
    on: "POST /api/v1/alerts/:id/hand-over",
    may: "acknowledge_alert",
    body: HandOver,
    wakes: true,
  },
  "alerts.getEvidence": { on: "GET /api/v1/alerts/:id/evidence", may: "read_evidence" },
  // It names people's channels, so that it is for those who care for the home.
  "coverage.get": { on: "GET /api/v1/coverage", may: "manage_notifications" },
  "emergencyCard.get": { on: `GET ${CARD}`, may: "read_home" },
  "emergencyCard.set": {
    on: `PUT ${CARD}`,
    may: "manage_emergency_card",
    body: EmergencyCardChange,
  },
  "emergencyCard.addPhoto": {
    on: `POST ${CARD}/photos`,
    may: "manage_emergency_card",
    query: PhotoQuery,
    makes: true,
  },
  "emergencyCard.getPhoto": { on: `GET ${CARD}/photos/:id`, may: "read_home" },
  "emergencyCard.deletePhoto": { on: `DELETE ${CARD}/photos/:id`, may: "manage_emergency_card" },
  "activity.list": { on: "GET /api/v1/activity", may: "read_activity", query: ActivityQuery },
} as const satisfies Routes;
