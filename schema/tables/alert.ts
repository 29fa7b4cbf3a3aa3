import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { ALERT_KINDS, SEVERITIES } from "../vocabulary.ts";
import { goesWith, moment } from "./columns.ts";
import { householdId, households } from "./household.ts";

/**
 * The alert state of a household, kind and subject between two evaluations. An evaluation is committed only over the
 * `version` that it read: of several concurrent ones one wins, and the others evaluate again.
 */
export const alertStates = pgTable(
  "alert_states",
  {
    householdId: householdId(),
    kind: text("kind", { enum: ALERT_KINDS }).notNull(),
    /** The id of a sensor, device or rule, or the household's own. */
    subject: text("subject").notNull(),
    version: integer("version").notNull(),
    state: jsonb("state").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.householdId, table.kind, table.subject] })],
);

/**
 * When a tick must evaluate a household again: the latest moment at which silence or a forecast can change a result.
 * Triggers (`schema/sql/triggers.sql`) make it due at once if a setting, a rule or a state changes.
 */
export const householdChecks = pgTable(
  "household_checks",
  {
    householdId: goesWith("household_id", () => households.id).primaryKey(),
    dueAt: moment("due_at").notNull(),
    /** Counts requests for a check: the next one is scheduled only over the number with which the last began. */
    asked: integer("asked").notNull().default(0),
    /** Outdoor temperatures of the next hours, for the home's page; null before the first forecast. */
    outdoor: jsonb("outdoor"),
  },
  (table) => [index("household_checks_due").on(table.dueAt)],
);

/** An episode, from its opening to its end. Written together with the state that it follows from. */
export const alerts = pgTable(
  "alerts",
  {
    id: text("id").primaryKey(),
    householdId: householdId(),
    kind: text("kind", { enum: ALERT_KINDS }).notNull(),
    subject: text("subject").notNull(),
    /** Counts the openings for this household, kind and subject. */
    episode: integer("episode").notNull(),
    /** The current severity, or the one at its end. */
    severity: text("severity", { enum: SEVERITIES }).notNull(),
    openedAt: moment("opened_at").notNull(),
    closedAt: moment("closed_at"),
    closeReason: text("close_reason"),
    acknowledgedAt: moment("acknowledged_at"),
    acknowledgedBy: text("acknowledged_by"),
    deviceId: text("device_id"),
    sensorId: text("sensor_id"),
    /** The alert's subject in words at its opening: renaming a sensor doesn't change past alerts. */
    title: text("title").notNull(),
    /** The alert that speaks for this one: an incident, or the question about the heating. */
    incidentId: text("incident_id"),
  },
  (table) => [
    uniqueIndex("alerts_episode").on(table.householdId, table.kind, table.subject, table.episode),
    index("alerts_household_opened").on(table.householdId, table.openedAt),
    index("alerts_taken")
      .on(table.acknowledgedAt)
      .where(sql`closed_at is null and acknowledged_at is not null`),
  ],
);

/**
 * Every decision, with its reading, rule and time. A decision to notify waits here until the sender has turned it into
 * messages: this is the outbox of decisions.
 */
export const findings = pgTable(
  "findings",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    alertId: goesWith("alert_id", () => alerts.id),
    householdId: text("household_id").notNull(),
    sequence: integer("sequence").notNull(),
    finding: jsonb("finding").notNull(),
    at: moment("at").notNull(),
    /** When it may be notified; null if it is only recorded. */
    tellAt: moment("tell_at"),
    notifiedAt: moment("notified_at"),
  },
  (table) => [
    uniqueIndex("findings_alert_sequence").on(table.alertId, table.sequence),
    index("findings_to_tell").on(table.tellAt).where(sql`notified_at is null and tell_at is not null`),
  ],
);

/** The household's custom rules. */
export const alertRules = pgTable(
  "alert_rules",
  {
    id: text("id").primaryKey(),
    householdId: householdId(),
    sensorId: text("sensor_id").notNull(),
    /** RuleSettings of lib/alerts/settings.ts. */
    settings: jsonb("settings").notNull(),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    index("alert_rules_household").on(table.householdId),
    index("alert_rules_sensor").on(table.sensorId),
  ],
);

/** A home's escalation steps, until somebody acknowledges an urgent alert. A home without a row has the default. */
export const escalations = pgTable("escalations", {
  householdId: goesWith("household_id", () => households.id).primaryKey(),
  /** EscalationStep[] of lib/alerts/escalation.ts. */
  steps: jsonb("steps").notNull(),
  updatedAt: moment("updated_at").notNull(),
});

/**
 * The steps of one alert as they were when its escalation began. Each is notified once, by the writer that first sets
 * `notified_at`, or is ended by an acknowledgement. An acknowledgement that expires begins another round.
 */
export const escalationSteps = pgTable(
  "escalation_steps",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    alertId: goesWith("alert_id", () => alerts.id),
    householdId: text("household_id").notNull(),
    round: integer("round").notNull(),
    place: integer("place").notNull(),
    /** An EscalationStep. */
    step: jsonb("step").notNull(),
    /** True if the message that began the round has already notified the members. */
    membersNotified: boolean("members_notified").notNull(),
    dueAt: moment("due_at").notNull(),
    notifiedAt: moment("notified_at"),
    endedAt: moment("ended_at"),
  },
  (table) => [
    uniqueIndex("escalation_steps_place").on(table.alertId, table.round, table.place),
    index("escalation_steps_due").on(table.dueAt).where(sql`notified_at is null and ended_at is null`),
    index("escalation_steps_household").on(table.householdId),
  ],
);
