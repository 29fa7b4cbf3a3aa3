import { changeAlertSettings } from "../../lib/alerts/settings/settings.actions.ts";
import { overridesOf, shownSettings } from "../../lib/alerts/settings/settings.ts";
import {
  type Replayed,
  replayHome,
  showWatched,
  type WatchedLine,
} from "../../lib/alerts/settings/simulate.actions.ts";
import type { HomeSensor } from "../../lib/devices/home-device.ts";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import { capital } from "../../lib/kernel/text.ts";
import { type PageHome, sensorsOf } from "../../lib/sharing/home-page/page-home.ts";
import { HomeAlertSettings } from "../../schema/wire/alert-settings.ts";
import { HOME_LIMITS, LimitsForm, limitsWish } from "./components/limits-form.tsx";
import { List, Row, Section } from "./components/list.tsx";
import { checkForm, type SentForm } from "./form.ts";
import { nameOf, placeText } from "./format/alert-text.ts";
import type { Teller } from "./format/teller.tsx";
import { homeOf, type Site } from "./site.ts";

const PATH = "/settings/alerts";

/** `/settings/alerts`: what the home is warned of, sensor by sensor, and what that would have said. */
export function alertSettingsPages({ services, page, form }: Site): void {
  page(PATH, null, {
    load: (c) => ({ watched: showWatched(services, c.var.householdId), home: homeOf(c, services) }),
    isWide: true,
    tried: (c, { home }, asked) => {
      const wish = asked.has("try") ? wishOf(home, asked) : null;
      return wish?.ok ? replayHome(services, c.var.householdId, overridesOf(wish.value)) : wish;
    },
    view: ({ watched, home }, { words, teller, mayDo, asked, tried }) => {
      const sensors = new Map(sensorsOf(home).map((sensor) => [sensor.id, sensor]));
      const sensorsHint = mayDo("manage_sensors") ? words.limits.sensorsHint : undefined;
      const count = tried?.lines.reduce((sum, { firings }) => sum + firings.length, 0) ?? 0;
      return [
        tried && (
          <Section id="replay" icon="waiting" title={words.limits.replay}>
            <p role="status">
              <strong>{words.limits.replayed(count, tried.days)}</strong>
            </p>
            <List items={tried.lines.filter(({ firings }) => firings.length > 0)}>
              {({ sensorId, firings }) => {
                const sensor = sensors.get(sensorId);
                const line = watched.find((each) => each.sensorId === sensorId);
                return sensor === undefined ? null : (
                  <Row
                    title={placeText(nameOf(sensor, words), line?.space ?? "")}
                    mark={<span class="mark">{words.limits.times(firings.length)}</span>}
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
              {words.limits.unknown}
              {tried.isEvery ? null : ` ${words.limits.firstSensors(tried.lines.length)}`}
            </p>
          </Section>
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
              given={asked.has("try") ? asked : null}
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
                const [sensor, text] = [sensors.get(line.sensorId), limitText(line, teller)];
                return sensor === undefined ? null : (
                  <Row
                    href={`/sensors/${line.sensorId}`}
                    title={placeText(nameOf(sensor, words), line.space)}
                    hint={
                      line.kind === "flood" ? capital(text) : `${words.placement[line.placement]} · ${text}`
                    }
                    mark={line.isOwn ? <span class="mark">{words.limits.own}</span> : null}
                  />
                );
              }}
            </List>
          </Section>
        </div>,
      ];
    },
  });
  form(PATH, "manage_rules", {
    run: async (c, _, sent) => {
      const home = await homeOf(c, services);
      if (!home.ok) return home;
      const wish = wishOf(home.value, sent);
      return wish.ok ? changeAlertSettings(services, c.var, null, wish.value) : wish;
    },
    done: "saved",
  });
}

/** The form's settings over the others that the home has. */
const wishOf = ({ alertSettings }: PageHome, form: SentForm): Outcome<HomeAlertSettings> =>
  checkForm(HomeAlertSettings, limitsWish(form, shownSettings([alertSettings]), HOME_LIMITS));

const FIRINGS_SHOWN_MAX = 5;

/** `warns at 40 °F, critical at 35 °F` */
function limitText({ kind, freeze, humidity, leak, cold_storage: cold }: WatchedLine, teller: Teller) {
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

type Fired = Replayed["lines"][number]["firings"][number];

/** `Fri, Nov 20, 5:00 PM · reached 40 °F · critical` */
function firingText({ opened_at: openedAt, peak, severity }: Fired, sensor: HomeSensor, teller: Teller) {
  const { rule, limits } = teller.words;
  const parts = [
    teller.dateTime(openedAt),
    peak?.value != null &&
      !sensor.isState &&
      rule.reached(teller.value(peak.value, peak.unit ?? sensor.unit)),
    severity === "critical" && limits.criticalWord,
  ];
  return parts.filter(Boolean).join(" · ");
}
