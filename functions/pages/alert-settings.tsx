import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { EndPorts } from "../../lib/alerts/commit-judgement.actions.ts";
import {
  type Replayed,
  replayHome,
  showWatched,
  type WatchedLine,
} from "../../lib/alerts/settings/home-replay.actions.ts";
import { saveHomeAlertSettings, showHomeAlertSettings } from "../../lib/alerts/settings/settings.actions.ts";
import { homeOverridesOf, shownPlacementSettings } from "../../lib/alerts/settings/settings.ts";
import { type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { may } from "../../lib/people/entitlement.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import { PLACEMENTS, type Placement } from "../../schema/vocabulary.ts";
import { HomeAlertSettings, type HomeAlertSettingsAnswer } from "../../schema/wire/alert-settings.ts";
import type { WakePorts } from "../_http/in-background.ts";
import { HomeReplay, PlacementLimits, SensorLimits } from "./components/limit-lists.tsx";
import { LimitsForm } from "./components/limits-form.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { type Form, formOf } from "./form.ts";
import { formAction } from "./form-action.ts";
import { checkForm } from "./form-check.ts";
import { HOME_LIMITS, limitsWish, placementLimits } from "./format/limit-fields.ts";
import { ownerPage, problemSentence } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

type Ports = EndPorts & WakePorts;
const PATH = "/settings/alerts";

/** `/settings/alerts`: what the home is warned of, place by place and sensor by sensor, and what that would have said. */
export function alertSettingsPages(ports: Ports, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get(PATH, guard, (c) => settingsPage(c, ports, null));
  routes.post(PATH, guard, pageMay("manage_rules"), save(ports));
  routes.get(`${PATH}/:placement`, guard, (c) => {
    const placement = placementIn(c);
    return placement === null ? problemPage(c, { name: "not_found" }) : settingsPage(c, ports, placement);
  });
  routes.post(`${PATH}/:placement`, guard, pageMay("manage_rules"), save(ports));
  return routes;
}

const placementIn = (c: Context<PageEnv>): Placement | null =>
  PLACEMENTS.find((placement) => placement === c.req.param("placement")) ?? null;

/** Null for the whole home. */
const pathOf = (placement: Placement | null): string => (placement === null ? PATH : `${PATH}/${placement}`);

const save = (ports: Ports) =>
  formAction({
    run: async (c, _, form) => {
      const placement = placementIn(c);
      if (placement === null && c.req.param("placement") !== undefined) return refuse("not_found");
      const now = await showHomeAlertSettings(ports, c.var.member.householdId);
      if (!now.ok) return now;
      const wish = wishOf(now.value, form, placement);
      return wish.ok ? saveHomeAlertSettings(ports, actingOf(c), wish.value) : wish;
    },
    done: "saved",
    wakes: ports,
  });

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

async function settingsPage(
  c: Context<PageEnv>,
  ports: Ports,
  placement: Placement | null,
): Promise<Response> {
  const { householdId } = c.var.member;
  const [settings, watched, home] = await Promise.all([
    showHomeAlertSettings(ports, householdId),
    showWatched(ports, householdId),
    findHomePage(ports.db, householdId, ports.clock()),
  ]);
  if (!settings.ok) return problemPage(c, settings.problem);
  if (!watched.ok || home === null) return problemPage(c, { name: "not_found" });
  const { frame, words, teller } = ownerPage(c, ports.clock(), "settings", home);
  const query = new URL(c.req.url).searchParams;
  const asked = query.has("try") ? wishOf(settings.value, formOf(query), placement) : null;
  const replayed = asked?.ok ? await replayHome(ports, householdId, homeOverridesOf(asked.value)) : null;
  const problem = asked?.ok === false ? asked.problem : undefined;
  const sensors = new Map(
    home.devices.flatMap((device) => device.sensors.map((sensor) => [sensor.id, sensor])),
  );
  const lines = watched.value.filter((line) => placement === null || isAt(line, placement));
  const title = placement === null ? words.limits.title : words.placement[placement];
  const effective =
    placement === null
      ? settings.value.effective
      : shownPlacementSettings(home.alertSettings, placement).effective;
  return c.html(
    <OwnerFrame
      {...frame}
      isWide
      title={title}
      up={placement === null ? "settings" : [PATH, words.limits.title]}
      problem={problem === undefined ? frame.problem : problemSentence(problem, words)}
    >
      {replayed?.ok ? (
        <HomeReplay
          replayed={replayedAt(replayed.value, lines)}
          sensors={sensors}
          lines={watched.value}
          teller={teller}
        />
      ) : null}
      <div class="columns">
        {may("manage_rules", c.var.member) === "yes" ? (
          <LimitsForm
            groups={placement === null ? HOME_LIMITS : placementLimits(placement)}
            action={pathOf(placement)}
            tryAt={pathOf(placement)}
            title={placement === null ? words.limits.home : words.limits.title}
            hint={placement === null ? words.limits.homeHint : words.limits.placeHint}
            effective={effective}
            given={query.has("try") ? formOf(query) : null}
            isOwn={placement !== null && home.alertSettings.byPlacement?.[placement] !== undefined}
            teller={teller}
          />
        ) : null}
        <div>
          {placement === null ? (
            <PlacementLimits
              placements={PLACEMENTS.filter(
                (each) =>
                  home.alertSettings.byPlacement?.[each] !== undefined ||
                  watched.value.some((line) => isAt(line, each)),
              )}
              home={home.alertSettings}
              action={PATH}
              teller={teller}
            />
          ) : null}
          {placement === null || lines.length > 0 ? (
            <SensorLimits lines={lines} sensors={sensors} teller={teller} />
          ) : null}
        </div>
      </div>
    </OwnerFrame>,
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
