import type { Hono, MiddlewareHandler } from "hono";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { changeBay, deleteBay, listBays } from "../../lib/pucks/bays.actions.ts";
import { registerPuck, releasePuck } from "../../lib/pucks/claims.actions.ts";
import { listPucks } from "../../lib/pucks/pucks.queries.ts";
import { findHomePage } from "../../lib/sharing/home-page/home-page.queries.ts";
import { PuckRegistration } from "../../schema/wire/companion.ts";
import { validate } from "../_http/validate.ts";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { Bays, PUCKS_PATH, Pucks } from "./components/puck-parts.tsx";
import { readForm } from "./form.ts";
import { formRefused } from "./form-note.ts";
import { bayWish } from "./format/bay-wish.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

type Ports = Pick<Services, "db" | "clock" | "serverVault">;

/** `/settings/pucks`: the pucks of the home, and the bays that they stand in with what makes their moods. */
export function addPuckPages(routes: Hono<PageEnv>, ports: Ports, guard: MiddlewareHandler<PageEnv>): void {
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
  routes.post(PUCKS_PATH, guard, mayRegister, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const { text } = form.value;
    const wish = validate(PuckRegistration, { device_id: text("device_id"), secret: text("secret") });
    if (!wish.ok) return formRefused(c, PUCKS_PATH, wish.problem, form.value);
    const { device_id: deviceId, secret } = wish.value;
    const added = await registerPuck(ports, actingOf(c), { deviceId, secret });
    return added.ok
      ? doneAt(c, PUCKS_PATH, "created")
      : formRefused(c, PUCKS_PATH, added.problem, form.value);
  });
  routes.post(`${PUCKS_PATH}/:id/remove`, guard, mayRegister, async (c) => {
    const released = await releasePuck(ports, actingOf(c), c.req.param("id"));
    return released.ok ? doneAt(c, PUCKS_PATH, "removed") : problemPage(c, released.problem);
  });
  routes.post("/settings/bays/:id", guard, mayChange, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const wish = bayWish(form.value);
    if (!wish.ok) return formRefused(c, PUCKS_PATH, wish.problem, form.value);
    const { name, space, sensor_ids: sensorIds } = wish.value;
    const changed = await changeBay(ports, c.var, { bayId: c.req.param("id"), name, space, sensorIds });
    return changed.ok
      ? doneAt(c, PUCKS_PATH, "saved")
      : formRefused(c, PUCKS_PATH, changed.problem, form.value);
  });
  routes.post("/settings/bays/:id/remove", guard, mayChange, async (c) => {
    const removed = await deleteBay(ports, actingOf(c), c.req.param("id"));
    return removed.ok ? doneAt(c, PUCKS_PATH, "removed") : problemPage(c, removed.problem);
  });
}
