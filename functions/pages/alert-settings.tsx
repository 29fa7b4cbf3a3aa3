import type { Context } from "hono";
import {
  type Replayed,
  replayHome,
  showWatched,
  type WatchedLine,
} from "../../lib/alerts/settings/home-replay.actions.ts";
import { saveHomeAlertSettings } from "../../lib/alerts/settings/settings.actions.ts";
import {
  homeOverridesOf,
  shownHomeSettings,
  shownPlacementSettings,
} from "../../lib/alerts/settings/settings.ts";
import { type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { Words } from "../../lib/language/pages.ts";
import { sensorsOf } from "../../lib/sharing/home-page/page-home.ts";
import { PLACEMENTS, type Placement } from "../../schema/vocabulary.ts";
import { HomeAlertSettings, type HomeAlertSettingsAnswer } from "../../schema/wire/alert-settings.ts";
import { HomeReplay, PlacementLimits, SensorLimits } from "./components/limit-lists.tsx";
import { LimitsForm } from "./components/limits-form.tsx";
import { type Form, formOf } from "./form.ts";
import { checkForm } from "./form-check.ts";
import { HOME_LIMITS, limitsWish, placementLimits } from "./format/limit-fields.ts";
import type { PageContext } from "./page.tsx";
import type { PageEnv } from "./session.ts";
import { homeOf, type PageServices, type Site } from "./site.ts";
import { together, type Value } from "./together.ts";

const PATH = "/settings/alerts";

/** `/settings/alerts`: what the home is warned of, place by place and sensor by sensor, and what that would have said. */
export function alertSettingsPages({ services, page, form }: Site): void {
  for (const path of [PATH, `${PATH}/:placement`]) {
    page(path, null, {
      place: "settings",
      load: (c) => load(c, services),
      isWide: true,
      title: ({ settings, placement: names }, { placement }) =>
        placement === null ? settings.limits : names[placement],
      ...(path === PATH ? {} : { up: ({ settings }: Words) => [PATH, settings.limits] as const }),
      tried: ({ replayed }) => replayed,
      view: (shown, context) => <SettingsView {...shown} {...context} />,
    });
    form(path, "manage_rules", {
      run: async (c, _, sent) => {
        const placement = placementIn(c);
        if (placement === undefined) return refuse("not_found");
        const home = await homeOf(c, services);
        if (!home.ok) return home;
        const wish = wishOf(shownHomeSettings(home.value.alertSettings), sent, placement);
        return wish.ok ? saveHomeAlertSettings(services, c.var, wish.value) : wish;
      },
      done: "saved",
    });
  }
}

/** Null for the whole home; undefined for a placement that there is not. */
function placementIn(c: Context<PageEnv>): Placement | null | undefined {
  const asked = c.req.param("placement");
  return asked === undefined ? null : PLACEMENTS.find((placement) => placement === asked);
}

/** The form's settings over the others that the home has. */
function wishOf(
  { overrides, effective }: HomeAlertSettingsAnswer,
  form: Form,
  placement: Placement | null,
): Outcome<HomeAlertSettings> {
  const { by_placement: ofPlaces, ...ofHome } = overrides;
  if (placement === null) {
    const whole = limitsWish(form, { overrides: ofHome, effective }, HOME_LIMITS);
    return checkForm(HomeAlertSettings, {
      ...whole,
      ...(ofPlaces === undefined ? {} : { by_placement: ofPlaces }),
    });
  }
  const shown = shownPlacementSettings(homeOverridesOf(overrides), placement);
  const { [placement]: _, ...others } = ofPlaces ?? {};
  const own = limitsWish(form, shown, placementLimits(placement));
  return checkForm(HomeAlertSettings, { ...ofHome, by_placement: { ...others, [placement]: own } });
}

async function load(c: Context<PageEnv>, services: PageServices) {
  const placement = placementIn(c);
  if (placement === undefined) return refuse("not_found");
  const { householdId } = c.var;
  const found = await together({
    watched: showWatched(services, householdId),
    home: homeOf(c, services),
  });
  if (!found.ok) return found;
  const { watched, home } = found.value;
  const settings = shownHomeSettings(home.alertSettings);
  const query = new URL(c.req.url).searchParams;
  const given = query.has("try") ? formOf(query) : null;
  const wish = given === null ? null : wishOf(settings, given, placement);
  const replayed = wish?.ok ? await replayHome(services, householdId, homeOverridesOf(wish.value)) : wish;
  return { placement, effective: settings.effective, watched, home, given, replayed };
}

type Shown = Value<Awaited<ReturnType<typeof load>>>;

function SettingsView(props: Shown & PageContext) {
  const { placement, watched, home, given, replayed, words, mayDo } = props;
  const sensors = new Map(sensorsOf(home).map((sensor) => [sensor.id, sensor]));
  const lines = watched.filter((line) => placement === null || isAt(line, placement));
  const own = home.alertSettings.byPlacement ?? {};
  const path = placement === null ? PATH : `${PATH}/${placement}`;
  return (
    <>
      {replayed?.ok ? (
        <HomeReplay replayed={replayedAt(replayed.value, lines)} sensors={sensors} lines={watched} />
      ) : null}
      <div class="columns">
        {mayDo("manage_rules") ? (
          <LimitsForm
            groups={placement === null ? HOME_LIMITS : placementLimits(placement)}
            action={path}
            tryAt={path}
            title={placement === null ? words.limits.home : words.settings.limits}
            hint={placement === null ? words.limits.homeHint : words.limits.placeHint}
            effective={
              placement === null
                ? props.effective
                : shownPlacementSettings(home.alertSettings, placement).effective
            }
            given={given}
            isOwn={placement !== null && own[placement] !== undefined}
          />
        ) : null}
        <div>
          {placement === null ? (
            <PlacementLimits
              placements={PLACEMENTS.filter(
                (each) => own[each] !== undefined || watched.some((line) => isAt(line, each)),
              )}
              home={home.alertSettings}
              action={PATH}
            />
          ) : null}
          {placement === null || lines.length > 0 ? <SensorLimits lines={lines} sensors={sensors} /> : null}
        </div>
      </div>
    </>
  );
}

/** Water causes an alert in every place. */
const isAt = ({ kind, placement }: WatchedLine, wanted: Placement): boolean =>
  kind !== "flood" && placement === wanted;

/** A trial for a placement only uses that placement's sensors. */
function replayedAt(replayed: Replayed, lines: readonly WatchedLine[]): Replayed {
  const shown = new Set(lines.map(({ sensorId }) => sensorId));
  return { ...replayed, lines: replayed.lines.filter(({ sensorId }) => shown.has(sensorId)) };
}
