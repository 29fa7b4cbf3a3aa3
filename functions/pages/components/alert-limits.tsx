import type { Replayed, WatchedLine } from "../../../lib/alerts/settings/home-replay.actions.ts";
import { capital } from "../../../lib/kernel/text.ts";
import type { PageSensor } from "../../../lib/sharing/home-page/page-home.ts";
import type { AlertSettingsAnswer } from "../../../schema/wire/alert-settings.ts";
import type { Form as Given } from "../form.ts";
import { placeText } from "../format/alert-text.ts";
import { fieldText, type LimitForm } from "../format/limits-wish.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Field, Form, Tick } from "./fields.tsx";
import { Folded } from "./folded.tsx";
import { Icon } from "./icons.tsx";

type Degrees = { value: number; unit: string | null };
type Sensors = ReadonlyMap<string, PageSensor>;

type HomeProps = {
  /** The fields, and where the form is sent. */
  asked: LimitForm;
  action: string;
  title: string;
  hint: string;
  effective: AlertSettingsAnswer["effective"];
  /** What is being tried; null for what is saved. */
  given: Given | null;
  /** True if anything here can go back to its default. */
  isOwn: boolean;
  teller: Teller;
};

/** What a home, or all sensors of a placement in it, warn of, wherever what is above does not say otherwise. */
export function LimitsForm({ asked, action, title, hint, effective, given, isOwn, teller }: HomeProps) {
  const { words, unit } = teller;
  const { limits } = words;
  const warmest = asked.fields[0]?.name;
  return (
    <section class="panel" aria-labelledby="home-limits">
      <h2 id="home-limits">{title}</h2>
      <p class="hint">{hint}</p>
      <Form action={action} class="stack">
        <input type="hidden" name="unit" value={unit} />
        {asked.ticked.map((kind) => (
          <Tick
            label={limits.kinds[kind]}
            name={kind}
            checked={given?.has(kind) ?? effective[kind].enabled}
          />
        ))}
        {asked.fields.map((field) => (
          <Field
            label={`${limits.fields[field.name]} (${field.isDegrees ? unit : "%"})`}
            name={field.name}
            inputmode="decimal"
            value={given?.text(field.name) ?? fieldText(field, effective, unit)}
            hint={field.name === warmest ? limits.noneHint : undefined}
          />
        ))}
        <div class="row">
          <button type="submit">{words.owner.save}</button>
          <button type="submit" class="second" formmethod="get" formaction={action} name="try" value="yes">
            {limits.try}
          </button>
          {isOwn ? (
            <button type="submit" class="second" name="default" value="yes">
              {limits.toDefaults}
            </button>
          ) : null}
        </div>
      </Form>
    </section>
  );
}

type LinesProps = { lines: readonly WatchedLine[]; sensors: Sensors; teller: Teller };

/** Every sensor with its place and what it warns of; all of a line leads to where that is changed. */
export function SensorLimits({ lines, sensors, teller }: LinesProps) {
  const { words } = teller;
  const { limits, placement } = words;
  return (
    <section class="panel set" aria-labelledby="sensor-limits">
      <h2 id="sensor-limits">{limits.sensors}</h2>
      <p class="hint">{lines.length === 0 ? limits.none : limits.sensorsHint}</p>
      <Folded
        items={lines}
        asks={({ isOwn }) => isOwn}
        list={(some) => (
          <ul>
            {some.map((line) => {
              const sensor = sensors.get(line.sensorId);
              return sensor === undefined ? null : (
                <li>
                  <a href={`/sensors/${line.sensorId}`}>
                    <strong>{placeText(nameOf(sensor, words), line.space)}</strong>
                    <span class="hint">
                      {line.kind === "flood"
                        ? capital(limitText(line, teller))
                        : `${placement[line.placement]} · ${limitText(line, teller)}`}
                      {line.isOwn ? <span class="mark">{limits.own}</span> : null}
                    </span>
                  </a>
                </li>
              );
            })}
          </ul>
        )}
        words={words}
      />
    </section>
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
  return degreesText({ freeze, cold_storage: cold }, teller);
}

type WarnedDegrees = {
  freeze: { enabled: boolean; warning: Degrees | null; critical: Degrees | null };
  cold_storage: { enabled: boolean; warm: Degrees | null };
};

/** What a temperature is warned of. */
export function degreesText({ freeze, cold_storage: cold }: WarnedDegrees, teller: Teller): string {
  const { limits } = teller.words;
  const at = (limit: Degrees) => teller.value(limit.value, limit.unit);
  const parts = [
    ...(freeze.enabled && freeze.warning !== null ? [limits.below(at(freeze.warning))] : []),
    ...(freeze.enabled && freeze.critical !== null ? [limits.criticalAt(at(freeze.critical))] : []),
    ...(cold.enabled && cold.warm !== null ? [limits.warm(at(cold.warm))] : []),
  ];
  return parts.length === 0 ? limits.off : parts.join(", ");
}

const FIRINGS_SHOWN_MAX = 5;

type ReplayProps = LinesProps & { replayed: Replayed };

/** What the settings would have said in the last days, and what that cannot tell. */
export function HomeReplay({ replayed, lines, sensors, teller }: ReplayProps) {
  const { words } = teller;
  const { limits } = words;
  const count = replayed.lines.reduce((sum, { firings }) => sum + firings.length, 0);
  const spaces = new Map(lines.map(({ sensorId, space }) => [sensorId, space]));
  return (
    <section class="panel" aria-labelledby="replay">
      <h2 id="replay">
        <Icon name="waiting" /> {limits.replay}
      </h2>
      <p role="status">
        <strong>{limits.replayed(count, replayed.days)}</strong>
      </p>
      <ul class="lines">
        {replayed.lines
          .filter(({ firings }) => firings.length > 0)
          .map(({ sensorId, firings }) => {
            const sensor = sensors.get(sensorId);
            return sensor === undefined ? null : (
              <li>
                <div class="who">
                  <strong>{placeText(nameOf(sensor, words), spaces.get(sensorId) ?? "")}</strong>
                  {firings
                    .toReversed()
                    .slice(0, FIRINGS_SHOWN_MAX)
                    .map(({ openedAt, peak, severity }) => (
                      <span class="hint">
                        {teller.dateTime(new Date(openedAt))}
                        {peak?.value == null || sensor.isState
                          ? null
                          : ` · ${words.rule.reached(teller.value(peak.value, peak.unit ?? sensor.unit))}`}
                        {severity === "critical" ? ` · ${limits.criticalWord}` : null}
                      </span>
                    ))}
                </div>
                <span class="mark">{limits.times(firings.length)}</span>
              </li>
            );
          })}
      </ul>
      <p class="hint">
        {limits.unknown}
        {replayed.isEvery ? null : ` ${limits.firstSensors(replayed.lines.length)}`}
      </p>
    </section>
  );
}
