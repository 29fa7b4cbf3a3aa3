import type { Replayed, WatchedLine } from "../../../lib/alerts/rules/simulate.actions.ts";
import type { HomeSensor } from "../../../lib/devices/home-device.ts";
import { capital } from "../../../lib/kernel/text.ts";
import { placeText } from "../format/alert-text.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { List, Row, Section } from "./list.tsx";
import { useTeller } from "./teller-scope.ts";

const FIRINGS_SHOWN_MAX = 5;

type LinesProps = { lines: readonly WatchedLine[]; sensors: ReadonlyMap<string, HomeSensor> };

export function SensorLimits({ lines, sensors }: LinesProps) {
  const teller = useTeller();
  const { limits, placement } = teller.words;
  return (
    <Section
      id="sensor-limits"
      title={limits.sensors}
      hint={lines.length === 0 ? limits.none : limits.sensorsHint}
    >
      <List items={lines} asks={({ isOwn }) => isOwn}>
        {(line) => {
          const sensor = sensors.get(line.sensorId);
          return sensor === undefined ? null : (
            <Row
              href={`/sensors/${line.sensorId}`}
              title={placeText(nameOf(sensor, teller.words), line.space)}
              hint={
                line.kind === "flood"
                  ? capital(limitText(line, teller))
                  : `${placement[line.placement]} · ${limitText(line, teller)}`
              }
              mark={line.isOwn ? <span class="mark">{limits.own}</span> : null}
            />
          );
        }}
      </List>
    </Section>
  );
}

/** `warns at 40 °F, critical at 35 °F` */
function limitText(
  { kind, freeze, humidity, leak, cold_storage: cold }: WatchedLine,
  teller: Teller,
): string {
  const { limits } = teller.words;
  const at = (limit: { value: number; unit: string | null }) => teller.value(limit.value, limit.unit);
  if (kind === "flood") return leak.enabled ? limits.leakAt : limits.off;
  if (kind === "humidity")
    return humidity.enabled && humidity.high !== null ? limits.above(at(humidity.high)) : limits.off;
  const parts = [
    ...(freeze.enabled && freeze.warning !== null ? [limits.below(at(freeze.warning))] : []),
    ...(freeze.enabled && freeze.critical !== null ? [limits.criticalAt(at(freeze.critical))] : []),
    ...(cold.enabled && cold.warm !== null ? [limits.warm(at(cold.warm))] : []),
  ];
  return parts.length === 0 ? limits.off : parts.join(", ");
}

export function HomeReplay({ replayed, lines, sensors }: LinesProps & { replayed: Replayed }) {
  const teller = useTeller();
  const { words } = teller;
  const { limits } = words;
  const count = replayed.lines.reduce((sum, { firings }) => sum + firings.length, 0);
  const spaces = new Map(lines.map(({ sensorId, space }) => [sensorId, space]));
  return (
    <Section id="replay" icon="waiting" title={limits.replay}>
      <p role="status">
        <strong>{limits.replayed(count, replayed.days)}</strong>
      </p>
      <List items={replayed.lines.filter(({ firings }) => firings.length > 0)}>
        {({ sensorId, firings }) => {
          const sensor = sensors.get(sensorId);
          return sensor === undefined ? null : (
            <Row
              title={placeText(nameOf(sensor, words), spaces.get(sensorId) ?? "")}
              mark={<span class="mark">{limits.times(firings.length)}</span>}
              hint={firings
                .toReversed()
                .slice(0, FIRINGS_SHOWN_MAX)
                .map((firing) => firingText(firing, sensor, teller))
                .join("; ")}
            />
          );
        }}
      </List>
      <p class="hint">
        {limits.unknown}
        {replayed.isEvery ? null : ` ${limits.firstSensors(replayed.lines.length)}`}
      </p>
    </Section>
  );
}

type Fired = Replayed["lines"][number]["firings"][number];

/** `Fri, Nov 20, 5:00 PM · reached 40 °F · critical` */
function firingText(
  { opened_at: openedAt, peak, severity }: Fired,
  sensor: HomeSensor,
  teller: Teller,
): string {
  const { rule, limits } = teller.words;
  const parts = [
    teller.dateTime(openedAt),
    ...(peak?.value == null || sensor.isState
      ? []
      : [rule.reached(teller.value(peak.value, peak.unit ?? sensor.unit))]),
    ...(severity === "critical" ? [limits.criticalWord] : []),
  ];
  return parts.join(" · ");
}
