import { z } from "zod";
import { ActivityItem } from "../wire/account/activity.ts";
import { Household, Invitation, MemberItem } from "../wire/account/household.ts";
import { ApiKey, InboundToken, ShareLink } from "../wire/account/keys.ts";
import { OwnInvitation } from "../wire/account/sign-in.ts";
import { Alert, AlertEvidence, AlertFinding } from "../wire/alerts.ts";
import { Bay, Puck } from "../wire/companion.ts";
import { Device, Sensor } from "../wire/devices.ts";
import { ActiveAlert, HomeStatus } from "../wire/quiet.ts";
import { ApiReading } from "../wire/readings.ts";
import { Rule } from "../wire/rules.ts";
import { LatestReading, SharedReading } from "../wire/shared-home.ts";
import { Firing } from "../wire/simulation.ts";

/** The answers' shapes that have a name of their own in the document, and in the clients made from it. */
export const NAMED = z.registry<{ id: string }>();

const SHAPES: Record<string, z.ZodType> = {
  ...{ Household, MemberItem, Invitation, OwnInvitation, ActivityItem, ApiKey, ShareLink, InboundToken },
  ...{ Device, Sensor, ApiReading, LatestReading, SharedReading },
  ...{ Alert, AlertEvidence, AlertFinding, ActiveAlert, HomeStatus, Rule, Firing, Bay, Puck },
};
for (const [id, shape] of Object.entries(SHAPES)) NAMED.add(shape, { id });
