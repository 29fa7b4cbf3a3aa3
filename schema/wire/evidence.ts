import * as z from "zod/mini";
import { CHANNELS, RESOLUTIONS, SENSOR_KINDS } from "../vocabulary.ts";
import { Alert, AlertFinding } from "./alerts.ts";

const instant = z.iso.datetime();
const orNull = z.nullable(z.string());

/** The settings that a decision was made by; `version` is the beginning of their SHA-256. */
const EvidenceRule = z.object({
  version: z.string(),
  settings: z.record(z.string(), z.unknown()),
  first_used_at: instant,
  last_used_at: instant,
});

/** `resolution` tells a reading from the mean of a time, where the plan keeps nothing finer. */
const EvidenceReading = z.object({
  at: instant,
  sensor_id: z.string(),
  value: z.number(),
  resolution: z.enum(RESOLUTIONS),
});

const EvidenceSensor = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(SENSOR_KINDS),
  unit: orNull,
  device: z.string(),
  space: z.string(),
});

const EvidenceMessage = z.object({
  id: z.string(),
  kind: z.string(),
  channel: z.enum(CHANNELS),
  /** Masked: enough for its owner to know it by. */
  recipient: z.string(),
  state: z.string(),
  attempts: z.int(),
  /** The provider's own number for it, where it gave one. */
  provider_id: orNull,
  error: orNull,
  written_at: instant,
  handed_over_at: z.nullable(instant),
  settled_at: z.nullable(instant),
  /** What the provider said of it afterwards. */
  receipt: orNull,
  receipt_at: z.nullable(instant),
});

/**
 * One step of the escalation. `whom`: a group, or the id of a member or a contact, whose name then stands in `name`.
 * `channels` is null for those that each has chosen.
 */
const EvidenceStep = z.object({
  round: z.int(),
  step: z.int(),
  whom: z.string(),
  name: orNull,
  channels: z.nullable(z.array(z.string())),
  after_minutes: z.number(),
  due_at: instant,
  /** Null where it was not reached. */
  notified_at: z.nullable(instant),
  /** When somebody acknowledged the alert before it was reached. */
  ended_at: z.nullable(instant),
  /** The ids of its messages. */
  messages: z.array(z.string()),
});

const EvidenceAct = z.object({
  at: instant,
  action: z.string(),
  subject: orNull,
  by: z.object({ type: z.string(), id: orNull, name: orNull }),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

/** The content of the document, the same at every request. */
const contentFields = {
  home: z.object({ id: z.string(), name: z.string(), time_zone: z.string() }),
  alert: z.omit(Alert, { duration_seconds: true }),
  /** The alerts that it speaks for. */
  owned_alerts: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      title: z.string(),
      opened_at: instant,
      closed_at: z.nullable(instant),
    }),
  ),
  rules: z.array(EvidenceRule),
  evaluations: z.array(z.extend(AlertFinding, { sequence: z.int(), rule_version: z.string() })),
  sensors: z.array(EvidenceSensor),
  readings: z.object({
    spans: z.array(z.object({ from: instant, to: instant })),
    items: z.array(EvidenceReading),
  }),
  messages: z.array(EvidenceMessage),
  escalation: z.array(EvidenceStep),
  acknowledgements: z.array(EvidenceAct),
  actions: z.array(EvidenceAct),
  /** The lists that were cut, because there was more than one document holds. */
  cut: z.array(z.string()),
};
export const EvidenceContent = z.object(contentFields);
export type EvidenceContent = z.output<typeof EvidenceContent>;

const EvidenceDocument = z.object({
  format: z.string(),
  id: z.string(),
  issued_at: instant,
  issuer: z.string(),
  ...contentFields,
});
export type EvidenceDocument = z.output<typeof EvidenceDocument>;

const EvidenceSignature = z.object({
  algorithm: z.string(),
  /** The public key, base64url. */
  key: z.string(),
  value: z.string(),
});

/** The signature is over the document's canonical text (RFC 8785), in UTF-8. */
export const Evidence = z.object({ document: EvidenceDocument, signature: EvidenceSignature });
export type Evidence = z.output<typeof Evidence>;

/** The public keys as a JWK set (RFC 7517, RFC 8037); the first one signs now. */
export const EvidenceKeys = z.object({
  keys: z.array(
    z.object({
      kty: z.literal("OKP"),
      crv: z.literal("Ed25519"),
      use: z.literal("sig"),
      /** The 32 bytes of the public key, base64url. */
      x: z.string(),
    }),
  ),
});
export type EvidenceKeys = z.output<typeof EvidenceKeys>;
