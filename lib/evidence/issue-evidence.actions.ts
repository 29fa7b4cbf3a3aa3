import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { Evidence, EvidenceContent, EvidenceDocument } from "../../schema/wire/evidence.ts";
import { type SensorOfDevice, sensorPlace } from "../devices/home-device.ts";
import { listReadings } from "../history/readings.queries.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import { secretHash } from "../kernel/statements.queries.ts";
import { hexText } from "../kernel/text.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { findAlertPage } from "../sharing/alerts/timeline.queries.ts";
import { canonicalText, EVIDENCE_FORMAT, EVIDENCE_LIMITS, NUMBER_DIGITS } from "./canonical-text.ts";
import { evidenceContent, type Span, sensorsInQuestion, spansAround } from "./evidence-content.ts";

type Ask = { householdId: string; alertId: string };

/** Issues an alert's signed evidence. The document's id is a hash of its content: it changes only with the content. */
export async function issueEvidence(services: Services, ask: Ask): Promise<Outcome<Evidence>> {
  const content = await gatherEvidence(services, ask);
  if (content === null) return refuse("not_found");
  const document: EvidenceDocument = {
    format: EVIDENCE_FORMAT,
    // The first digits of the SHA-256 of the content's canonical text.
    id: `${ID_PREFIXES.evidence}_${hexText(await secretHash(canonicalText(content))).slice(0, NUMBER_DIGITS)}`,
    issued_at: services.clock().toISOString(),
    issuer: services.baseUrl,
    ...content,
  };
  return done({ document, signature: await services.evidenceSigner.sign(canonicalText(document)) });
}

/** Returns null if the home has no such alert. */
async function gatherEvidence(services: Services, ask: Ask): Promise<EvidenceContent | null> {
  const story = await findAlertPage(services.db, ask);
  if (story === null) return null;
  const now = new Date((Math.floor(services.clock().getTime() / MINUTE_MS) + 1) * MINUTE_MS);
  const [sensors, spans] = [sensorsInQuestion(story), spansAround(story.alert, now)];
  const read = await readSpans(services, sensors, spans, now);
  return evidenceContent({ householdId: ask.householdId, story, sensors, spans, ...read });
}

/** Reads the newest readings of each span, oldest first. */
async function readSpans({ db }: Services, chosen: SensorOfDevice[], spans: Span[], now: Date) {
  const [limit, sensors] = [EVIDENCE_LIMITS.readingsPerSpan, chosen.map(sensorPlace)];
  const read = await Promise.all(
    spans.map((span) => listReadings(db, { sensors, ...span, now, limit: limit + 1 })),
  );
  return {
    readings: read.flatMap((items) => items.slice(-limit)),
    isComplete: read.every((items) => items.length <= limit),
  };
}
