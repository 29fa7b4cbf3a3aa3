import type { Child } from "hono/jsx";
import { EVIDENCE_KEYS_PATH } from "../../lib/evidence/canonical-text.ts";
import { issueEvidence } from "../../lib/evidence/issue-evidence.actions.ts";
import { HOUR_MS } from "../../lib/kernel/time.ts";
import type { Words } from "../../lib/language/pages.ts";
import type { StoredReason } from "../../lib/language/reason.ts";
import type { PageHome } from "../../lib/sharing/home-page/page-home.ts";
import type { ChartPoint } from "../../lib/sharing/home-page/workbench.ts";
import { type EscalationGroup, RESPONDER_ANSWERS, type SensorKind } from "../../schema/vocabulary.ts";
import type { Evidence, EvidenceDocument } from "../../schema/wire/evidence.ts";
import { Start } from "./components/press.tsx";
import { Reason } from "./components/reason.tsx";
import { StillChart } from "./components/still-chart.tsx";
import { Table } from "./components/table.tsx";
import { useTeller } from "./components/teller-scope.ts";
import { placedName, placeOf } from "./format/alert-text.ts";
import { drawnOf } from "./format/chart-lines.ts";
import { actionText, messageText, namedText, stateWord, viaText } from "./format/name-of.ts";
import type { Teller } from "./format/teller.ts";
import { idIn } from "./session.ts";
import { homeOf, type Site } from "./site.ts";
import { together } from "./together.ts";

/** The home by whose names of today its sensors are called. */
type Named = Pick<PageHome, "devices">;

/** Two sheets hold so many lines; the rest stands in the document. */
const ROWS_MAX = 14;
/** How high its chart stands, so that two sheets hold it all. */
const PAPER_PX = 130;

type Props = { title: string; evidence: Evidence; home: Named; baseUrl: string };

function EvidenceSheet({ title, evidence, home, baseUrl }: Props) {
  const { document, signature } = evidence;
  const teller = useTeller();
  const { words } = teller;
  const { evidence: own, alertPage } = words;
  const { alert } = document;
  const at = (text: string | null) => (text === null ? "" : `${teller.date(text)}, ${teller.clock(text)}`);
  return (
    <div class="evidence">
      <h1 class="first">{title}</h1>
      <p>
        {alert.closed_at === null
          ? own.spanOpen(at(alert.opened_at))
          : own.span(at(alert.opened_at), at(alert.closed_at))}{" "}
        {own.zone(document.home.time_zone)}
      </p>
      <p class="screen">
        <Start href={`/api/v1/alerts/${alert.id}/evidence`} download="">
          {own.download}
        </Start>
      </p>
      <Readings document={document} home={home} />
      <Part
        title={own.decisions}
        heads={[words.chart.time, own.what, own.why, own.rule]}
        rows={document.evaluations.map((each) => [
          at(each.at),
          namedText(alertPage.transitions, each.transition),
          <Reason reason={reasonOf(each)} />,
          <code>{each.rule_version.slice(0, 8)}</code>,
        ])}
      />
      <Part
        title={own.rules}
        heads={[own.rule, own.settings]}
        rows={document.rules.map(({ version, settings }) => [
          <code>{version.slice(0, 8)}</code>,
          settingsText(settings, teller),
        ])}
      />
      <Part
        title={alertPage.told}
        heads={[words.chart.time, own.channel, own.what, words.charts.state, own.provider]}
        rows={document.messages.map((message) => [
          at(message.settled_at ?? message.written_at),
          `${namedText(alertPage.channels, message.channel)}, ${message.recipient}`,
          messageText(message.kind, words),
          stateText(message, teller),
          <code>{message.provider_id ?? "–"}</code>,
        ])}
      />
      <Part
        title={words.settings.escalation}
        heads={[words.chart.time, words.escalation.whom, own.channel, words.charts.state]}
        rows={document.escalation.map((step) => [
          at(step.notified_at ?? step.due_at),
          words.escalation.groups[step.whom as EscalationGroup] ?? step.name ?? words.escalation.nobodyNow,
          step.channels?.map((channel) => namedText(alertPage.channels, channel)).join(", ") ??
            words.escalation.asChosen,
          step.notified_at !== null
            ? own.reached
            : document.alert.closed_at === null && document.alert.acknowledged_at === null
              ? own.due(at(step.due_at))
              : own.notReached,
        ])}
      />
      <Part
        title={own.people}
        heads={[words.chart.time, own.what, words.escalation.whom]}
        rows={[...document.acknowledgements, ...document.actions].map((act) => [
          at(act.at),
          actText(act, teller),
          act.by.name ?? words.activity.service,
        ])}
      />
      <section class="panel">
        <h2>{own.check}</h2>
        <p>{own.checkHint(baseUrl + EVIDENCE_KEYS_PATH)}</p>
        <dl>
          <dt>{own.number}</dt>
          <dd>
            <code>{document.id}</code>, {at(document.issued_at)}
          </dd>
          <dt>{own.key}</dt>
          <dd>
            <code>{signature.key}</code>
          </dd>
          <dt>{own.signature}</dt>
          <dd>
            <code>{signature.value}</code>
          </dd>
        </dl>
        {document.cut.length === 0 ? null : <p class="hint">{own.cut}</p>}
      </section>
    </div>
  );
}

function stateText(
  { state, receipt }: EvidenceDocument["messages"][number],
  { words: { alertPage, delivery } }: Teller,
): string {
  const said = namedText(alertPage.states, state);
  return receipt === null ? said : `${said}, ${namedText(delivery.receipts, receipt)}`;
}

function actText({ action, details }: EvidenceDocument["actions"][number], { words }: Teller): string {
  const answer = RESPONDER_ANSWERS.find((each) => each === details.answer);
  const more = answer === undefined ? viaText(details, words) : `: ${words.responder.answers[answer]}`;
  return actionText(action, words) + more;
}

/** As the finding has it: the wire tells its code and values apart from the sentence. */
const reasonOf = ({ why, reason_code: code, reason_values: values }: Evaluation): StoredReason =>
  code === null ? why : ({ code, values } as StoredReason);

type Evaluation = EvidenceDocument["evaluations"][number];

function Part({ title, heads, rows }: { title: string; heads: string[]; rows: Child[][] }) {
  const { more } = useTeller().words.evidence;
  if (rows.length === 0) return null;
  // The beginning tells most; the last one is how it ended.
  const shown = rows.length <= ROWS_MAX ? rows : [...rows.slice(0, ROWS_MAX - 1), ...rows.slice(-1)];
  return (
    <section class="panel">
      <h2>{title}</h2>
      <Table class="stacks" heads={heads} rows={shown} isNamed={false} />
      {rows.length === shown.length ? null : <p class="hint">{more(rows.length - shown.length)}</p>}
    </section>
  );
}

function Readings({ document, home }: { document: EvidenceDocument; home: Named }) {
  const teller = useTeller();
  const { evidence: own } = teller.words;
  const { sensors, readings } = document;
  if (sensors.length === 0) return null;
  return (
    <section class="panel">
      <h2>{own.readings}</h2>
      {sensors.map((sensor, index) => {
        const points = pointsOf(document, sensor.id);
        const first = points[0];
        const name = placedName(home, sensor.id, teller.words) ?? sensor.name;
        if (first === undefined) return <p>{own.noReadings(name)}</p>;
        const lows = points.map(({ low }) => low);
        const [low, high] = [Math.min(...lows), Math.max(...lows)];
        const say = (value: number) =>
          isSaid(sensor)
            ? stateWord(teller.words, sensor.kind, value !== 0)
            : teller.value(value, sensor.unit);
        return (
          <>
            <p>{own.range(points.length, name, say(low), say(high))}</p>
            {index > 0 ? null : (
              <div class="traces">
                <StillChart
                  {...drawnOf(
                    points,
                    { sensor, name, isState: isSaid(sensor), words: { off: say(0), on: say(1) } },
                    teller,
                  )}
                  from={new Date(first.at)}
                  to={new Date(Math.max(points.at(-1)?.at ?? 0, first.at + 1))}
                  height={PAPER_PX}
                />
              </div>
            )}
          </>
        );
      })}
      <p class="hint">
        {readings.items.every(({ resolution }) => resolution === "raw") ? own.raw : own.averaged}
      </p>
    </section>
  );
}

/** Of a door only its device knows what 1 means; the figures say what was measured. */
const isSaid = ({ kind }: { kind: SensorKind }): boolean => kind === "flood" || kind === "motion";

const pointsOf = ({ readings }: EvidenceDocument, sensorId: string): ChartPoint[] =>
  readings.items
    .filter((each) => each.sensor_id === sensorId)
    .map(({ at, value }) => ({ at: Date.parse(at), value, low: value, high: value }));

function aboutOf(words: Words, { evidence, home }: Pick<Props, "evidence" | "home">): [string, string] {
  const { alert } = evidence.document;
  const about = { ...alert, sensorId: alert.sensor_id, deviceId: alert.device_id };
  return [words.kinds[alert.kind], placeOf(about, home, words)];
}

/** `/alerts/{id}/evidence`: what the signed document says, on two printed sheets. */
export function evidencePages({ services, page }: Site): void {
  page("/alerts/:id/evidence", "read_evidence", {
    place: "alerts",
    load: (c) =>
      together({
        evidence: issueEvidence(services, { householdId: c.var.householdId, alertId: idIn(c) }),
        home: homeOf(c, services),
      }),
    title: (words, shown) => words.evidence.title(...aboutOf(words, shown)),
    up: (words, shown) => [`/alerts/${shown.evidence.document.alert.id}`, aboutOf(words, shown).join(": ")],
    heading: ({ evidence }) => <p class="hint home-name">{evidence.document.home.name}</p>,
    view: (shown, { words }) => (
      <EvidenceSheet
        title={words.evidence.title(...aboutOf(words, shown))}
        {...shown}
        baseUrl={services.baseUrl}
      />
    ),
  });
}

type Quantity = { value: number; unit: string | null };
const isQuantity = (value: unknown): value is Quantity =>
  typeof value === "object" && value !== null && "value" in value && "unit" in value;

/** What people would set of a decision's stored settings, in the reader's words and units; how the rest works inside is left out. */
function settingsText(settings: Readonly<Record<string, unknown>>, teller: Teller): string {
  const { evidence, limits, rule, settings: words } = teller.words;
  const { outdoor_low: outdoorLow, ...fields } = limits.fields;
  const names: Record<string, string> = { ...evidence.names, ...fields, outdoorLow };
  const parts = Object.entries(settings).flatMap(([name, value]) => {
    if (name === "enabled") return value === false ? [words.off] : [];
    if (name === "limit" && isQuantity(value)) {
      const is = rule.comparisons[settings.is as keyof typeof rule.comparisons];
      return [`${rule.is} ${rule.condition(is, teller.value(value.value, value.unit))}`];
    }
    const called = names[name];
    if (called === undefined) return [];
    if (isQuantity(value)) return [`${called}: ${teller.value(value.value, value.unit)}`];
    if (typeof value !== "number" || value === 0) return [];
    return [`${called}: ${teller.span(name.endsWith("Hours") ? value * HOUR_MS : value)}`];
  });
  return parts.length === 0 ? "–" : parts.join("; ");
}
