import { replayHome, showWatched } from "../../lib/alerts/rules/simulate.actions.ts";
import { changeAlertSettings } from "../../lib/alerts/settings/settings.actions.ts";
import { overridesOf, shownSettings } from "../../lib/alerts/settings/settings.ts";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import { type PageHome, sensorsOf } from "../../lib/sharing/home-page/page-home.ts";
import { HomeAlertSettings } from "../../schema/wire/alert-settings.ts";
import { HomeReplay, SensorLimits } from "./components/limit-lists.tsx";
import { LimitsForm } from "./components/limits-form.tsx";
import { type Form, formOf } from "./form.ts";
import { checkForm } from "./form-check.ts";
import { HOME_LIMITS, limitsWish } from "./format/limit-fields.ts";
import { homeOf, type Site, together } from "./site.ts";

const PATH = "/settings/alerts";

/** `/settings/alerts`: what the home is warned of, sensor by sensor, and what that would have said. */
export function alertSettingsPages({ services, page, form }: Site): void {
  page(PATH, null, {
    load: async (c) => {
      const { householdId } = c.var;
      const found = await together({
        watched: showWatched(services, householdId),
        home: homeOf(c, services),
      });
      if (!found.ok) return found;
      const { watched, home } = found.value;
      const query = new URL(c.req.url).searchParams;
      const given = query.has("try") ? formOf(query) : null;
      const wish = given === null ? null : wishOf(home, given);
      const replayed = wish?.ok ? await replayHome(services, householdId, overridesOf(wish.value)) : wish;
      return { effective: shownSettings([home.alertSettings]).effective, watched, home, given, replayed };
    },
    isWide: true,
    tried: ({ replayed }) => replayed,
    view: ({ effective, watched, home, given, replayed }, { words, mayDo }) => {
      const sensors = new Map(sensorsOf(home).map((sensor) => [sensor.id, sensor]));
      return (
        <>
          {replayed?.ok ? <HomeReplay replayed={replayed.value} sensors={sensors} lines={watched} /> : null}
          <div class="columns">
            {mayDo("manage_rules") ? (
              <LimitsForm
                groups={HOME_LIMITS}
                action={PATH}
                tryAt={PATH}
                title={words.limits.home}
                hint={words.limits.homeHint}
                effective={effective}
                given={given}
                isOwn={false}
              />
            ) : null}
            <SensorLimits lines={watched} sensors={sensors} />
          </div>
        </>
      );
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
const wishOf = ({ alertSettings }: PageHome, form: Form): Outcome<HomeAlertSettings> =>
  checkForm(HomeAlertSettings, limitsWish(form, shownSettings([alertSettings]), HOME_LIMITS));
