import type { Context, Hono, MiddlewareHandler } from "hono";
import type { Child } from "hono/jsx";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { changeHousehold, showHousehold } from "../../lib/people/home.actions.ts";
import { showCity } from "../../lib/reports/city/city.actions.ts";
import { HouseholdChange } from "../../schema/wire/account/household.ts";
import { CityPanel } from "./components/city-panel.tsx";
import { HomeFields, PlaceFields } from "./components/home-forms.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import type { Form } from "./form.ts";
import { formAction } from "./form-action.ts";
import type { Teller } from "./format/teller.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

export type HomeSettingsPorts = Pick<Services, "db" | "clock" | "findTowns">;

/** `/settings/home`, `/settings/place` and `/settings/city`: what the home is called, where it is, and its neighbours. */
export function addHomeSettings(
  routes: Hono<PageEnv>,
  ports: HomeSettingsPorts,
  guard: MiddlewareHandler<PageEnv>,
): void {
  const keeper = pageMay("manage_household");
  routes.get("/settings/home", guard, keeper, (c) =>
    settingPage(c, ports, "home", (home) => <HomeFields {...home} />),
  );
  routes.post(
    "/settings/home",
    guard,
    keeper,
    changes(ports, ({ text }) => ({
      name: text("name"),
      time_zone: text("time_zone"),
      temperature_unit: text("temperature_unit"),
    })),
  );
  routes.get("/settings/place", guard, keeper, async (c) => {
    const asked = (c.req.query("search") ?? "").trim();
    const found =
      asked === ""
        ? []
        : await ports.findTowns(asked, ownerPage(c, ports.clock(), "settings").teller.language);
    return settingPage(c, ports, "placeTitle", (home) => (
      <PlaceFields {...home} asked={asked} found={found} />
    ));
  });
  // The forecast, the clock and the name of a place belong together: choosing the town sets them all.
  routes.post(
    "/settings/place",
    guard,
    keeper,
    changes(ports, ({ text }) => {
      if (text("town") === "") return { latitude: null, longitude: null };
      const [latitude, longitude, timeZone, ...name] = text("town").split(",");
      return {
        latitude: Number(latitude),
        longitude: Number(longitude),
        time_zone: timeZone,
        city: name.join(","),
      };
    }),
  );
  routes.get("/settings/city", guard, async (c) => {
    const city = await showCity(ports, c.var.member.householdId);
    return settingPage(c, ports, "city", (home) => (
      <CityPanel
        {...home}
        city={city.ok ? city.value.city : null}
        mayChange={may("manage_household", c.var.member) === "yes"}
      />
    ));
  });
  routes.post(
    "/settings/city",
    guard,
    keeper,
    changes(ports, ({ text, has }) => ({ city: text("city") || null, share_city_aggregates: has("share") })),
  );
}

/** Changes what the form says of the home, and goes back to the list. */
const changes = (
  ports: HomeSettingsPorts,
  wish: (form: Form) => { [Field in keyof HouseholdChange]?: unknown },
) =>
  formAction({
    shape: HouseholdChange,
    wish,
    run: (c, change) => changeHousehold(ports, c.var, change),
    done: "saved",
    to: "/settings",
  });

type HomeProps = {
  household: Extract<Awaited<ReturnType<typeof showHousehold>>, { ok: true }>["value"]["household"];
  teller: Teller;
};

async function settingPage(
  c: Context<PageEnv>,
  ports: HomeSettingsPorts,
  title: "home" | "placeTitle" | "city",
  content: (home: HomeProps) => Child,
): Promise<Response> {
  const shown = await showHousehold(ports, c.var.member.householdId);
  if (!shown.ok) return problemPage(c, shown.problem);
  const { frame, words, teller } = ownerPage(c, ports.clock(), "settings");
  return c.html(
    <OwnerFrame {...frame} title={words.settings[title]} up="settings">
      {content({ household: shown.value.household, teller })}
    </OwnerFrame>,
  );
}
