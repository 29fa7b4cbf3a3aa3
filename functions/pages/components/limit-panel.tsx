import type { LimitWish } from "../../../lib/alerts/rules/simulate.actions.ts";
import { quantityOf } from "../../../lib/kernel/units.ts";
import { shownValue } from "../../../lib/readings/values.ts";
import { sensorLimit } from "../../../lib/sharing/home-page/cards.ts";
import type { PageHome, PageSensor } from "../../../lib/sharing/home-page/page-home.ts";
import type { Teller } from "../format/teller.ts";

const RANGES = {
  "°F": { min: 20, max: 70, step: 1 },
  "°C": { min: -6, max: 20, step: 0.5 },
  "%": { min: 30, max: 95, step: 1 },
} as const;

/** The kind of limit that a sensor's page offers; null for none. */
export function limitKind({ kind, unit }: Pick<PageSensor, "kind" | "unit">): LimitWish["kind"] | null {
  if (kind === "temperature" && quantityOf(unit) === "temperature") return "temperature";
  return kind === "humidity" && unit === "%" ? "humidity" : null;
}

/** Undefined where that is no limit. */
export function limitWish(text: string, unit: string | undefined): LimitWish | undefined {
  const value = text.trim() === "" ? Number.NaN : Number(text.replace(",", "."));
  if (!Number.isFinite(value)) return undefined;
  if (unit === "%") return { kind: "humidity", value };
  return unit === "°F" || unit === "°C" ? { kind: "temperature", value, unit } : undefined;
}

type Props = {
  home: Pick<PageHome, "alertSettings" | "devices">;
  sensor: PageSensor;
  teller: Teller;
  /** The limit that is being tried, and what it would have meant. */
  asked: string | undefined;
  said: string | null;
};

/**
 * A limit to be dragged: the browser asks what it would have meant while it moves, a form does without a
 * script.
 */
export function LimitPanel({ home, sensor, teller, asked, said }: Props) {
  const { sensor: words } = teller.words;
  const kind = limitKind(sensor);
  const unit = kind === "humidity" ? "%" : teller.unit;
  const now = sensorLimit(sensor, home);
  const current =
    now === null || sensor.unit === null
      ? null
      : shownValue(now.value, sensor.unit, unit === "%" ? null : unit);
  const value =
    asked ?? (current === null ? String(RANGES[unit].min) : String(Math.round(current.value * 2) / 2));
  return (
    <section class="panel" aria-labelledby="limit">
      <h2 id="limit">{words.limitTitle}</h2>
      <form method="post" action={`/sensors/${sensor.id}/limit`} data-try={`/sensors/${sensor.id}/limit`}>
        <input type="hidden" name="unit" value={unit} />
        <p class="field">
          <label for="field-limit">{kind === "humidity" ? words.limitAbove : words.limitBelow}</label>
          <span class="drag">
            <input
              id="field-limit"
              name="limit"
              type="range"
              value={value}
              {...RANGES[unit]}
              aria-describedby="would"
            />
            <output for="field-limit" data-unit={unit}>
              {`${value} ${unit}`}
            </output>
          </span>
        </p>
        <p id="would" class="hint" role="status">
          {said}
        </p>
        <div class="row">
          <button type="submit">{words.limitSave}</button>
          <button type="submit" class="second" formmethod="get" formaction={`/sensors/${sensor.id}`}>
            {words.limitTry}
          </button>
          <button type="submit" class="second" name="default" value="yes">
            {words.limitDefault}
          </button>
        </div>
      </form>
    </section>
  );
}
