import type { Hono, MiddlewareHandler } from "hono";
import { refuse } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { changeBay, deleteBay, listBays } from "../../lib/pucks/bays.actions.ts";
import { registerPuck, releasePuck } from "../../lib/pucks/claims.actions.ts";
import { listPucks } from "../../lib/pucks/pucks.queries.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import { BayChange, PuckRegistration } from "../../schema/wire/companion.ts";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { Bays, PUCKS_PATH, Pucks } from "./components/puck-parts.tsx";
import { formsOn, idIn } from "./form-action.ts";
import { bayWish } from "./format/bay-wish.ts";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

type Ports = Pick<Services, "db" | "clock" | "serverVault">;

/** `/settings/pucks`: the pucks of the home, and the bays that they stand in with what makes their moods. */
export function addPuckPages(routes: Hono<PageEnv>, ports: Ports, guard: MiddlewareHandler<PageEnv>): void {
  const forms = formsOn(routes, guard);
  const mayRegister = pageMay("register_puck");
  const mayChange = pageMay("manage_sensors");
  routes.get(PUCKS_PATH, guard, pageMay("read_home"), async (c) => {
    const { householdId } = c.var.member;
    const now = ports.clock();
    const [home, pucks, { bays }] = await Promise.all([
      findHomePage(ports.db, householdId, now),
      listPucks(ports.db, householdId),
      listBays(ports, c.var.member),
    ]);
    if (home === null) return problemPage(c, { name: "not_found" });
    const { frame, words, teller } = ownerPage(c, now, "settings", home);
    const shown = { home, pucks, bays, teller };
    return c.html(
      <OwnerFrame {...frame} title={words.pucks.title} up="settings">
        <p class="hint">{words.pucks.lead}</p>
        <Pucks {...shown} mayChange={may("register_puck", c.var.member) === "yes"} />
        <Bays {...shown} mayChange={may("manage_sensors", c.var.member) === "yes"} />
      </OwnerFrame>,
    );
  });
  forms(PUCKS_PATH, mayRegister, {
    shape: PuckRegistration,
    wish: ({ text }) => ({ device_id: text("device_id"), secret: text("secret") }),
    run: (c, { device_id: deviceId, secret }) => registerPuck(ports, actingOf(c), { deviceId, secret }),
    done: "created",
  });
  forms(`${PUCKS_PATH}/:id/remove`, mayRegister, {
    page: PUCKS_PATH,
    run: (c) => releasePuck(ports, actingOf(c), idIn(c)),
    done: "removed",
  });
  forms("/settings/bays/:id", mayChange, {
    page: PUCKS_PATH,
    shape: BayChange,
    wish: bayWish,
    run: (c, { name, space, sensor_ids: sensorIds }) =>
      sensorIds?.length === 0
        ? refuse("invalid_request", '"shows" must have at least one sensor')
        : changeBay(ports, c.var, { bayId: idIn(c), name, space, sensorIds }),
    done: "saved",
  });
  forms("/settings/bays/:id/remove", mayChange, {
    page: PUCKS_PATH,
    run: (c) => deleteBay(ports, actingOf(c), idIn(c)),
    done: "removed",
  });
}
