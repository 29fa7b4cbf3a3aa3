import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { type DeleteHomePorts, deleteHome, showHousehold } from "../../lib/people/home.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { clearSessionCookie } from "../_http/cookies.ts";
import { wakeInBackground } from "../_http/in-background.ts";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { Sure } from "./components/sure.tsx";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { proveFirst } from "./prove.tsx";
import { type PageEnv, pageMay } from "./session.ts";

export type DeleteHomePagePorts = DeleteHomePorts & Pick<Services, "report" | "wake">;

const PATH = "/settings/delete";

/** `/settings/delete`: what goes with the home, and the button that deletes it. */
export function deleteHomePages(ports: DeleteHomePagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get(PATH, guard, pageMay("delete_household"), async (c) => {
    if (!isProved(c.var.member, ports.clock())) return proveFirst(c, PATH);
    const home = await showHousehold(ports, c.var.member.householdId);
    if (!home.ok) return problemPage(c, home.problem);
    const { frame, words } = ownerPage(c, ports.clock(), "settings");
    const { deleteHome: texts } = words;
    return c.html(
      <OwnerFrame {...frame} title={texts.title(home.value.household.name)} up="settings">
        <Sure action={PATH} text={texts.sure} back="/settings" words={words}>
          <p>{texts.lead}</p>
          <p>{texts.told}</p>
          <p>
            <a href="/settings/export">{words.settings.export}</a>
          </p>
        </Sure>
      </OwnerFrame>,
    );
  });
  routes.post(PATH, guard, pageMay("delete_household"), async (c) => {
    if (!isProved(c.var.member, ports.clock())) return proveFirst(c, PATH);
    const deleted = await deleteHome(ports, c.var);
    if (!deleted.ok) return problemPage(c, deleted.problem);
    wakeInBackground(c, ports);
    clearSessionCookie(c);
    return doneAt(c, "/sign-in", "homeDeleted");
  });
  return routes;
}
