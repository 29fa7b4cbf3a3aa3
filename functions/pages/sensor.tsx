import type { Context } from "hono";
import { changeSensor } from "../../lib/alerts/change-devices.actions.ts";
import { shownSettings } from "../../lib/alerts/settings/settings.ts";
import { simulateRule } from "../../lib/alerts/settings/simulate.actions.ts";
import { layersOf } from "../../lib/devices/alert-settings.ts";
import { type SensorOfDevice, sensorOf } from "../../lib/devices/home-device.ts";
import { guessOf, PLACED_KINDS } from "../../lib/devices/placement/placement.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { REASONS } from "../../lib/language/languages.ts";
import { placementReasonText } from "../../lib/language/reason-text.ts";
import { may } from "../../lib/people/entitlement.ts";
import { showWorkbench, type Workbench } from "../../lib/sharing/home-page/show-workbench.actions.ts";
import { spanOf } from "../../lib/sharing/home-page/workbench.ts";
import { LIMITS } from "../../schema/limits.ts";
import { PLACEMENTS } from "../../schema/vocabulary.ts";
import { type AlertSettingsAnswer, SensorAlertSettings } from "../../schema/wire/alert-settings.ts";
import { SensorChange } from "../../schema/wire/devices.ts";
import { LimitsForm, limitsSaver, limitsWish, sensorLimits } from "./alert-settings.tsx";
import { Chart, RangeChoices } from "./components/chart.tsx";
import { Choice, Field, Form, optionsOf, Tick } from "./components/fields.tsx";
import { Facts, Icon, LinkLine } from "./components/list.tsx";
import { SensorNow, UnitQuestion } from "./components/sensor-card.tsx";
import { AlertList } from "./components/standing.tsx";
import { checkForm, type SentForm } from "./form.ts";
import { nameOf } from "./format/alert-text.ts";
import { type Teller, useTeller } from "./format/teller.tsx";
import { SensorReplay } from "./rules.tsx";
import type { PageEnv } from "./session.ts";
import { idIn, type Site } from "./site.ts";

const PATH = "/sensors/:id";

/** `/sensors/{id}`: a sensor's chart, its limits with a trial on past readings, its name and its placement. */
export function sensorPages({ services, page }: Site): void {
  const sensorShown = async (c: Context<PageEnv>): Promise<Outcome<Shown>> => {
    const shown = await showWorkbench(services, {
      householdId: c.var.householdId,
      sensorIds: [idIn(c)],
      span: () => spanOf(c.req.query("range"), services.clock()),
    });
    if (!shown.ok) return shown;
    const found = sensorOf(shown.value.home.devices, idIn(c));
    return found === null ? refuse("not_found") : done({ ...shown.value, ...found });
  };
  /** Replays the form's limits on past readings, with the same rules that evaluate live readings. */
  const tryLimits = (c: Context<PageEnv>, page: Shown, asked: SentForm) => {
    const wish = checkForm(SensorAlertSettings, limitsWish(asked, settingsOf(page)));
    if (!wish.ok) return wish;
    const { freeze = {}, humidity = {} } = wish.value;
    const draft = page.sensor.kind === "humidity" ? { humidity } : { freeze };
    return simulateRule(services, c.var.householdId, { sensorId: page.sensor.id, draft });
  };
  const { form, act } = page(PATH, null, {
    place: "home",
    load: sensorShown,
    tried: (c, shown, asked) =>
      asked.has("try") && may("manage_rules", c.var.member) === "yes" ? tryLimits(c, shown, asked) : null,
    title: (words, { sensor }) => nameOf(sensor, words),
    isWide: true,
    view: (shown, { words, mayDo, asked, tried }) => {
      const { home, device, sensor, chart, alerts, notes } = shown;
      const groups = mayDo("manage_rules") ? sensorLimits(shown) : [];
      const settings = settingsOf(shown);
      const path = `/sensors/${sensor.id}`;
      return [
        <p class="hint">
          <Facts of={[<a href={`/devices/${device.id}`}>{device.name}</a>, device.space]} />
          {sensor.faultyAt === null && sensor.fault === null ? null : (
            <span class="mark low">
              <Icon name="alert" /> {words.sensor.fault}
            </span>
          )}
        </p>,
        <UnitQuestion sensor={sensor} />,
        <SensorNow sensor={sensor} device={device} />,
        <RangeChoices shown={chart.range} />,
        !sensor.isState && <LinkLine href={`/charts?s=${sensor.id}`} text={words.charts.compare} />,
        <Chart home={home} chart={chart} alerts={alerts} notes={notes} isOfPage />,
        tried && <SensorReplay tried={tried} said={words.sensor.limitWouldHave} />,
        <div class="columns">
          {groups.length === 0 ? null : (
            <LimitsForm
              groups={groups}
              action={`${path}/limit`}
              title={words.settings.limits}
              hint={words.sensor.limitHint}
              effective={settings.effective}
              asked={asked}
              tryAt={groups.some(({ kind }) => kind === "cold_storage") ? null : path}
              isOwn={groups.some(({ kind }) => settings.overrides[kind] !== undefined)}
            />
          )}
          {mayDo("manage_sensors") && (
            <Form action={path} labels={words.sensor} class="panel">
              <h2>{words.sensor.settings}</h2>
              <SensorNaming sensor={sensor} device={device} />
              <Tick name="visible" checked={sensor.visible} />
            </Form>
          )}
        </div>,
        <AlertList title={words.charts.alerts} alerts={alerts.toReversed()} home={home} />,
      ];
    },
  });
  for (const path of [PATH, `${PATH}/unit`] as const)
    act(path, "manage_sensors", SensorChange, changeSensor, "saved");
  form(`${PATH}/limit`, "manage_rules", {
    run: limitsSaver(services, SensorAlertSettings),
    done: "saved",
  });
}

type Shown = SensorOfDevice & Workbench;

const settingsOf = ({ home, device, sensor }: Shown): AlertSettingsAnswer =>
  shownSettings(
    layersOf({ settings: home.alertSettings }, device, { ...sensor, settings: sensor.alertSettings }),
  );

/** The fields for a sensor's name and placement. `suffix`: appended to field names if a form has several sensors. */
export function SensorNaming({ sensor, device, suffix = "" }: SensorOfDevice & { suffix?: string }) {
  const teller = useTeller();
  const { words } = teller;
  return (
    <>
      <Field
        label={words.device.name}
        name={`label${suffix}`}
        value={nameOf(sensor, words)}
        required={suffix === ""}
        maxlength={LIMITS.labelCharactersMax}
      />
      {PLACED_KINDS.includes(sensor.kind) ? (
        <Choice
          label={words.sensor.placement}
          name={`placement${suffix}`}
          value={sensor.placement ?? ""}
          options={[["", words.placement.auto], ...optionsOf(PLACEMENTS, words.placement)]}
          hint={`${guessText({ sensor, device }, teller)}${words.device.placementHints[sensor.kind === "humidity" ? "humidity" : "temperature"]}`}
        />
      ) : null}
    </>
  );
}

/** Returns the guessed placement and its reason. "" if there is no guess, or if the owner has chosen the placement. */
function guessText({ sensor, device }: SensorOfDevice, { words, language }: Teller): string {
  const guess = sensor.placement === null ? guessOf(sensor, device) : null;
  if (guess === null) return "";
  const why = placementReasonText(guess.reason, REASONS[language]);
  return `${words.sensor[guess.isApplied ? "takenFor" : "mayBe"](words.placement[guess.placement], why)} `;
}
