import { done, refuse } from "../../lib/kernel/outcome.ts";
import { changeBay, deleteBay, listBays } from "../../lib/pucks/bays.actions.ts";
import { registerPuck, releasePuck } from "../../lib/pucks/claims.actions.ts";
import { listPucks } from "../../lib/pucks/pucks.queries.ts";
import { BayChange, PuckRegistration } from "../../schema/wire/companion.ts";
import { Bays, PUCKS_PATH, Pucks } from "./components/puck-parts.tsx";
import { idIn } from "./form-action.ts";
import { bayWish } from "./format/bay-wish.ts";
import { actingOf } from "./session.ts";
import { homeOf, type Site } from "./site.ts";

/** `/settings/pucks`: the pucks of the home, and the bays that they stand in with what makes their moods. */
export function puckPages({ services, page }: Site): void {
  const form = page(PUCKS_PATH, "read_home", {
    place: "settings",
    load: async (c) => {
      const [home, pucks, { bays }] = await Promise.all([
        homeOf(c, services),
        listPucks(services.db, c.var.member.householdId),
        listBays(services, c.var.member),
      ]);
      return home.ok ? done({ home: home.value, pucks, bays }) : home;
    },
    view: (shown, { words, teller, mayDo }) => (
      <>
        <p class="hint">{words.pucks.lead}</p>
        <Pucks {...shown} mayChange={mayDo("register_puck")} teller={teller} />
        <Bays {...shown} mayChange={mayDo("manage_sensors")} teller={teller} />
      </>
    ),
  });
  form(PUCKS_PATH, "register_puck", {
    shape: PuckRegistration,
    run: (c, { device_id: deviceId, secret }) => registerPuck(services, actingOf(c), { deviceId, secret }),
    done: "created",
  });
  form(`${PUCKS_PATH}/:id/remove`, "register_puck", {
    run: (c) => releasePuck(services, actingOf(c), idIn(c)),
    done: "removed",
  });
  form("/settings/bays/:id", "manage_sensors", {
    shape: BayChange,
    wish: bayWish,
    run: (c, { name, space, sensor_ids: sensorIds }) =>
      sensorIds?.length === 0
        ? refuse("invalid_request", '"shows" must have at least one sensor')
        : changeBay(services, c.var, { bayId: idIn(c), name, space, sensorIds }),
    done: "saved",
  });
  form("/settings/bays/:id/remove", "manage_sensors", {
    run: (c) => deleteBay(services, actingOf(c), idIn(c)),
    done: "removed",
  });
}
