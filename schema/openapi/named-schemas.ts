import * as z from "zod";
import { ActivityItem } from "../wire/account/activity.ts";
import { Household, Invitation, MemberItem, PlanLimits } from "../wire/account/household.ts";
import { ApiKey, InboundToken, ShareLink } from "../wire/account/keys.ts";
import { Notifications } from "../wire/account/notifications.ts";
import { OwnInvitation } from "../wire/account/sign-in.ts";
import {
  ALERT_OVERRIDES,
  AlertSettingsAnswer,
  EffectiveAlertSettings,
  HomeAlertSettings,
  HomeAlertSettingsAnswer,
  SensorAlertSettings,
  ShownAlertOverrides,
} from "../wire/alert-settings.ts";
import { Alert, AlertEvidence, AlertFinding } from "../wire/alerts.ts";
import { Bay, Puck } from "../wire/companion.ts";
import { DeliveryItem } from "../wire/deliveries.ts";
import { Device, DeviceDerived, DeviceWithKey, Sensor } from "../wire/devices.ts";
import { AlertNews, AlertsChangedEvent, TestEvent } from "../wire/events.ts";
import { FreezeForecast } from "../wire/forecasts.ts";
import { PullSetup, PullSetupAnswer } from "../wire/pull-setup.ts";
import { ActiveAlert, HomeStatus, QuietAction, QuietAnswer } from "../wire/quiet.ts";
import { ApiReading } from "../wire/readings.ts";
import { DraftRule, NewRule, Rule, RuleChange } from "../wire/rules.ts";
import { DerivedReading, LatestReading, SharedReading } from "../wire/shared-home.ts";
import { Firing, RuleSimulation, RuleSimulationAnswer } from "../wire/simulation.ts";
import { Ok } from "../wire/text.ts";

/** The shapes that have a name of their own in the document, and in the clients made from it. */
export const NAMED = z.registry<{ id: string }>();

const SHAPES: Record<string, z.ZodType> = {
  PlanLimits,
  Ok,
  Household,
  MemberItem,
  Invitation,
  OwnInvitation,
  ActivityItem,
  ApiKey,
  ShareLink,
  InboundToken,
  Device,
  DeviceDerived,
  DeviceWithKey,
  Sensor,
  PullSetup,
  PullSetupAnswer,
  ApiReading,
  LatestReading,
  DerivedReading,
  SharedReading,
  Alert,
  AlertEvidence,
  AlertFinding,
  AlertNews,
  AlertsChangedEvent,
  TestEvent,
  ActiveAlert,
  HomeStatus,
  QuietAction,
  QuietAnswer,
  Rule,
  NewRule,
  RuleChange,
  DraftRule,
  RuleSimulation,
  RuleSimulationAnswer,
  Firing,
  HomeAlertSettings,
  SensorAlertSettings,
  HomeAlertSettingsAnswer,
  ShownAlertOverrides,
  EffectiveAlertSettings,
  AlertSettingsAnswer,
  Bay,
  Puck,
  DeliveryItem,
  FreezeForecast,
  Notifications,
};
for (const [id, shape] of Object.entries(SHAPES)) NAMED.add(shape, { id });
for (const [kind, shape] of Object.entries(ALERT_OVERRIDES))
  NAMED.add(shape, { id: `${inPascal(kind)}Overrides` });

/** `time_to_freeze` is `TimeToFreeze`. */
function inPascal(kind: string): string {
  return kind.replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase());
}
