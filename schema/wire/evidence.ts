import * as z from "zod/mini";
import { RESOLUTIONS, SENSOR_KINDS } from "../vocabulary.ts";
import { Alert, AlertFinding } from "./alerts.ts";
import { instant } from "./text.ts";
import { TimelineEntry } from "./timeline.ts";

/** `resolution` distinguishes a reading from a mean, where the plan keeps nothing finer. */
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
  unit: z.nullable(z.string()),
  device: z.string(),
  space: z.string(),
});

/** The document's content, which is the same at every request. */
const EvidenceContent = z.object({
  home: z.object({ id: z.string(), name: z.string(), time_zone: z.string() }),
  alert: z.omit(Alert, { duration_seconds: true }),
  decisions: z.array(AlertFinding),
  /** The same as the alert's own timeline; addresses are masked. */
  timeline: z.array(TimelineEntry),
  sensors: z.array(EvidenceSensor),
  readings: z.object({
    spans: z.array(z.object({ from: instant, to: instant })),
    items: z.array(EvidenceReading),
    /** False if there are more readings than a document holds. */
    complete: z.boolean(),
  }),
});
export type EvidenceContent = z.output<typeof EvidenceContent>;

const EvidenceDocument = z.extend(EvidenceContent, {
  format: z.string(),
  id: z.string(),
  issued_at: instant,
  issuer: z.string(),
});
export type EvidenceDocument = z.output<typeof EvidenceDocument>;

const EvidenceSignature = z.object({
  algorithm: z.string(),
  /** The public key, base64url. */
  key: z.string(),
  value: z.string(),
});

/** The signature covers the document's canonical text (RFC 8785) in UTF-8. */
export const Evidence = z.object({ document: EvidenceDocument, signature: EvidenceSignature });
export type Evidence = z.output<typeof Evidence>;

/** The public keys as a JWK set (RFC 7517, RFC 8037). The first one is in use. */
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
