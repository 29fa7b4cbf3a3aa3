import type { Context } from "hono";
import { changeAlertSettings, showAlertSettings } from "../../lib/alerts/settings/settings.actions.ts";
import { overridesOf, shownSettings } from "../../lib/alerts/settings/settings.ts";
import { replayHome, showWatched, type WatchedLine } from "../../lib/alerts/settings/simulate.actions.ts";
import { type SensorOfDevice, sensorOf } from "../../lib/devices/home-device.ts";
import { placementOf } from "../../lib/devices/placement/placement.ts";
import { capital } from "../../lib/kernel/text.ts";
import { convert, quantityOf } from "../../lib/kernel/units.ts";
import {
  type AlertSettingsAnswer,
  HomeAlertSettings,
  type SensorAlertSettings,
} from "../../schema/wire/alert-settings.ts";
import { Field, Form, Tick } from "./components/fields.tsx";
import { List, Second, Section } from "./components/list.tsx";
import { checkForm, type SentForm } from "./form.ts";
import { placedText } from "./format/alert-text.ts";
import { type Teller, useTeller } from "./format/teller.tsx";
import { Replay } from "./rules.tsx";
import type { PageEnv } from "./session.ts";
import { homeOf, type PageServices, type Site } from "./site.ts";

const PATH = "/settings/alerts";

/** `/settings/alerts`: the home's limits, those of each sensor, and a replay of new limits on past readings. */
export function alertSettingsPages({ services, page, form }: Site): void {
  page(PATH, null, {
    load: (c) => ({ watched: showWatched(services, c.var.householdId), home: homeOf(c, services) }),
    isWide: true,
    tried: (c, { home }, asked) => {
      if (!asked.has("try")) return null;
      const wish = checkForm(HomeAlertSettings, limitsWish(asked, shownSettings([home.alertSettings])));
      return wish.ok ? replayHome(services, c.var.householdId, overridesOf(wish.value)) : wish;
    },
    view: ({ watched, home }, { words, teller, mayDo, asked, tried }) => {
      const sensorsHint = mayDo("manage_sensors") ? words.limits.sensorsHint : undefined;
      const lines = tried?.lines ?? [];
      const firings = lines.flatMap(({ sensorId, firings: own }) => {
        const found = sensorOf(home.devices, sensorId);
        if (found === null) return [];
        const [about, { isState }] = [placedText(found, words), found.sensor];
        return own.map((firing) => ({ ...firing, about, peak: isState ? null : firing.peak }));
      });
      return [
        tried && (
          <Replay
            said={words.limits.replayed(firings.length, tried.days)}
            hint={[words.limits.unknown, !tried.isEvery && ` ${words.limits.firstSensors(lines.length)}`]}
            firings={firings}
          />
        ),
        <div class="columns">
          {mayDo("manage_rules") ? (
            <LimitsForm
              groups={HOME_LIMITS}
              action={PATH}
              tryAt={PATH}
              title={words.limits.home}
              hint={words.limits.homeHint}
              effective={shownSettings([home.alertSettings]).effective}
              asked={asked}
              isOwn={false}
            />
          ) : null}
          <Section
            id="sensor-limits"
            title={words.limits.sensors}
            hint={watched.length === 0 ? words.limits.none : sensorsHint}
          >
            <List items={watched} asks={({ isOwn }) => isOwn}>
              {(line) => {
                const [found, text] = [sensorOf(home.devices, line.sensorId), watchedText(line, teller)];
                return found === null
                  ? null
                  : {
                      href: `/sensors/${line.sensorId}`,
                      title: placedText(found, words),
                      hint:
                        line.kind === "flood"
                          ? capital(text)
                          : `${words.placement[line.placement]} · ${text}`,
                      mark: line.isOwn ? <span class="mark">{words.limits.own}</span> : null,
                    };
              }}
            </List>
          </Section>
        </div>,
      ];
    },
  });
  form(PATH, "manage_rules", { run: limitsSaver(services, HomeAlertSettings), done: "saved" });
}

/** Returns what saves the form for the limits of the home, or of the sensor in the path. */
export const limitsSaver =
  (services: PageServices, shape: typeof HomeAlertSettings | typeof SensorAlertSettings) =>
  async (c: Context<PageEnv>, _: unknown, form: SentForm) => {
    const sensorId = c.req.param("id") ?? null;
    const now = await showAlertSettings(services, c.var.householdId, sensorId);
    if (!now.ok) return now;
    const wish = checkForm(shape, limitsWish(form, now.value));
    return wish.ok ? changeAlertSettings(services, c.var, sensorId, wish.value) : wish;
  };

/** Returns a sensor's limits: `warns at 40 °F, critical at 35 °F`. */
function watchedText({ kind, freeze, humidity, leak, cold_storage: cold }: WatchedLine, teller: Teller) {
  const { limits } = teller.words;
  const at = (limit: { value: number; unit: string | null }) => teller.value(limit.value, limit.unit);
  if (kind === "flood") return leak.enabled ? limits.leakAt : limits.off;
  if (kind === "humidity")
    return humidity.enabled && humidity.high !== null ? limits.above(at(humidity.high)) : limits.off;
  const parts = [
    freeze.enabled && freeze.warning !== null && limits.below(at(freeze.warning)),
    freeze.enabled && freeze.critical !== null && limits.criticalAt(at(freeze.critical)),
    cold.enabled && cold.warm !== null && limits.warm(at(cold.warm)),
  ];
  return parts.filter(Boolean).join(", ") || limits.off;
}

type Props = {
  groups: readonly LimitGroup[];
  action: string;
  title: string;
  hint: string;
  effective: Effective;
  /** The query of the page's URL. With `try`, its values are shown in place of the saved ones. */
  asked: SentForm;
  /** The page that replays the limits on past readings; null if it can't. */
  tryAt: string | null;
  /** True if a value here differs from its default, so that it can be reset. */
  isOwn: boolean;
};

/** The form for the limits of a home or of one sensor: a box for each kind of alert, with its limits below. */
export function LimitsForm(props: Props) {
  const { groups, action, title, hint, effective, asked, tryAt, isOwn } = props;
  const given = asked.has("try") ? asked : null;
  const { words, unit } = useTeller();
  const { limits: text } = words;
  return (
    <Section id="limits" title={title} hint={hint}>
      <Form
        action={action}
        labels={text.kinds}
        beside={[
          tryAt !== null && (
            <Second formmethod="get" formaction={tryAt} name="try" value="yes" text={text.try} />
          ),
          isOwn && <Second name="default" value="yes" text={text.toDefaults} />,
        ]}
      >
        <input type="hidden" name="unit" value={unit} />
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset's frame has its legend on the line.
          <div role="group" class="group" aria-label={text.kinds[group.kind]}>
            <Tick name={group.kind} checked={given?.yes(group.kind) ?? effective[group.kind].enabled} />
            {group.limits.map((limit) => (
              <Field
                label={`${text.fields[limit]} (${isDegrees(limit) ? unit : "%"})`}
                name={limit}
                inputmode="decimal"
                value={given?.text(limit) ?? limitText(group.kind, limit, effective, unit)}
              />
            ))}
          </div>
        ))}
        <p class="hint">{text.noneHint}</p>
      </Form>
    </Section>
  );
}

type Effective = AlertSettingsAnswer["effective"];
type Kind = keyof Effective;
type Limit = "warning" | "critical" | "vacation_warning" | "high" | "outdoor_low" | "warm";
type Unit = "°F" | "°C";

/** A kind of alert that a box turns on and off, with its limits. Units and bounds are in `schema/alert-fields.ts`. */
type LimitGroup = {
  kind: "freeze" | "humidity" | "leak" | "outage" | "forecast" | "cold_storage";
  limits: readonly Limit[];
};

const COLD: LimitGroup = { kind: "freeze", limits: ["warning", "critical"] };
const DAMP: LimitGroup = { kind: "humidity", limits: ["high"] };
const WARM: LimitGroup = { kind: "cold_storage", limits: ["warm"] };

const HOME_LIMITS: readonly LimitGroup[] = [
  { kind: "freeze", limits: ["warning", "critical", "vacation_warning"] },
  DAMP,
  { kind: "leak", limits: [] },
  { kind: "outage", limits: [] },
  { kind: "forecast", limits: ["outdoor_low"] },
];

/** Returns the limits for a temperature or humidity sensor, or none. A fridge or freezer has an upper one, too. */
export function sensorLimits({ sensor, device }: SensorOfDevice): readonly LimitGroup[] {
  const { kind, unit } = sensor;
  if (kind === "humidity" && unit === "%") return [DAMP];
  if (kind !== "temperature" || quantityOf(unit) !== "temperature") return [];
  const placement = placementOf(sensor, device);
  return placement === "freezer" || placement === "fridge" ? [WARM, COLD] : [COLD];
}

const isDegrees = (limit: Limit): boolean => limit !== "high";

/** Returns a limit as its field shows it: in the reader's unit, rounded to half a degree. "" for no limit. */
function limitText(kind: LimitGroup["kind"], limit: Limit, effective: Effective, unit: Unit): string {
  const now = (effective[kind] as Partial<Record<Limit, number | Degrees | null>>)[limit] ?? null;
  if (now === null || typeof now === "number") return String(now ?? "");
  const value = convert(now.value, now.unit ?? unit, unit);
  return value === null ? "" : String(Math.round(value * 2) / 2);
}

type Degrees = { value: number; unit: string | null };

/** Reads a limit from the form: null if the field is empty. Leaves text that isn't a number to the schema to refuse. */
function typed(form: SentForm, limit: Limit, unit: Unit): unknown {
  const text = form.text(limit);
  if (text === "") return null;
  const number = form.number(limit);
  const value = Number.isFinite(number) ? number : text;
  return isDegrees(limit) ? { value, unit } : value;
}

/**
 * Returns the current overrides with the form's changes. A field that still has the text it was shown with changes
 * nothing, so that rounding isn't saved. The button for the defaults removes only the overrides of this form's fields.
 */
export function limitsWish(
  form: SentForm,
  { overrides, effective }: AlertSettingsAnswer,
): { [K in Kind]?: object } {
  const unit = form.text("unit") === "°C" ? "°C" : "°F";
  const wish = new Map<Kind, Record<string, unknown>>(
    Object.entries(overrides).map(([kind, own]) => [kind as Kind, { ...own }]),
  );
  for (const { kind, limits } of [...HOME_LIMITS, WARM]) {
    const sent = limits.filter((limit) => form.has(limit));
    if (sent.length === 0 && !form.has(kind)) continue;
    const own = wish.get(kind) ?? {};
    if (form.has("default")) for (const name of ["enabled", ...sent]) delete own[name];
    else {
      if (form.yes(kind) !== effective[kind].enabled) own.enabled = form.yes(kind);
      for (const limit of sent)
        if (form.text(limit) !== limitText(kind, limit, effective, unit))
          own[limit] = typed(form, limit, unit);
    }
    if (Object.keys(own).length === 0) wish.delete(kind);
    else wish.set(kind, own);
  }
  return Object.fromEntries(wish);
}
