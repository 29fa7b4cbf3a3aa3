import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { Evidence, EvidenceContent, EvidenceDocument } from "../../schema/wire/evidence.ts";
import { type SensorOfDevice, sensorPlace } from "../devices/home-device.ts";
import { chooseSensors } from "../devices/sensors.queries.ts";
import { listReadings } from "../history/readings.queries.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import { secretHash } from "../kernel/statements.queries.ts";
import { hexText } from "../kernel/text.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import {
  canonicalText,
  EVIDENCE_FORMAT,
  EVIDENCE_LIMITS,
  NUMBER_DIGITS,
  VERSION_DIGITS,
} from "./canonical-text.ts";
import { findEvidenceFacts } from "./evidence.queries.ts";
import {
  type EvidenceFacts,
  evidenceContent,
  type Span,
  sensorsInQuestion,
  spansAround,
} from "./evidence-content.ts";

type Ask = { householdId: string; alertId: string };

/** An alert's evidence, signed. Its number stands for its content: it stays the same until something new is known. */
export async function issueEvidence(services: Services, ask: Ask): Promise<Outcome<Evidence>> {
  const content = await gatherEvidence(services, ask);
  if (content === null) return refuse("not_found");
  const document: EvidenceDocument = {
    format: EVIDENCE_FORMAT,
    id: `${ID_PREFIXES.evidence}_${await digestOf(content, NUMBER_DIGITS)}`,
    issued_at: services.clock().toISOString(),
    issuer: services.baseUrl,
    ...content,
  };
  return done({ document, signature: await services.evidenceSigner.sign(textOf(document)) });
}

function textOf(value: object): string {
  const text = canonicalText(value);
  if (text === null) throw new Error("The evidence has no canonical text");
  return text;
}

/** The beginning of the SHA-256 of the canonical text. */
const digestOf = async (value: object, digits: number): Promise<string> =>
  hexText(await secretHash(textOf(value))).slice(0, digits);

/** Null where the home has no such alert. */
async function gatherEvidence(services: Services, ask: Ask): Promise<EvidenceContent | null> {
  const facts = await findEvidenceFacts(services.db, ask);
  if (facts === null) return null;
  const now = new Date((Math.floor(services.clock().getTime() / MINUTE_MS) + 1) * MINUTE_MS);
  const spans = spansAround(facts.alert, now);
  const [versions, sensors] = await Promise.all([
    Promise.all(facts.findings.map(({ finding }) => digestOf(finding.settings, VERSION_DIGITS))),
    sensorsOf(services, ask.householdId, facts),
  ]);
  const read = await readSpans(services, sensors, spans, now);
  return evidenceContent({ facts, versions, sensors, spans, ...read });
}

async function sensorsOf(
  { db }: Services,
  householdId: string,
  facts: EvidenceFacts,
): Promise<SensorOfDevice[]> {
  const sensorIds = sensorsInQuestion(facts);
  const { deviceId } = facts.alert;
  if (sensorIds.length === 0 && deviceId === null) return [];
  const ofDevice = sensorIds.length === 0 ? deviceId : null;
  const found = await chooseSensors(db, { householdId, sensorIds, deviceId: ofDevice, key: null });
  const order = (found ?? []).toSorted(
    ({ sensor: a }, { sensor: b }) =>
      sensorIds.indexOf(a.id) - sensorIds.indexOf(b.id) || a.position - b.position,
  );
  return order.slice(0, EVIDENCE_LIMITS.sensorsMax);
}

/** The newest readings of each span, oldest first. */
async function readSpans({ db }: Services, chosen: SensorOfDevice[], spans: Span[], now: Date) {
  const [limit, sensors] = [EVIDENCE_LIMITS.readingsPerSpan, chosen.map(sensorPlace)];
  const read = await Promise.all(
    spans.map((span) => listReadings(db, { sensors, ...span, now, limit: limit + 1 })),
  );
  return {
    readings: read.flatMap((items) => items.slice(-limit)),
    readingsCut: read.some((items) => items.length > limit),
  };
}
