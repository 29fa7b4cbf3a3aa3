import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { type DeleteHomePorts, deleteHome, showHousehold } from "../../lib/people/home.actions.ts";
import { deleteAccount } from "../../lib/people/members.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { clearSessionCookie } from "../_http/cookies.ts";
import { wakeInBackground } from "../_http/in-background.ts";
import { Sure } from "./components/end-panel.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { formRefused } from "./form-note.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { proveFirst } from "./prove.tsx";
import { type PageEnv, pageMay } from "./session.ts";

const PATH = "/settings/delete";

const ACCOUNT_PATH = "/settings/account/delete";

export type DeleteHomePagePorts = DeleteHomePorts & Pick<Services, "report" | "wake">;

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

/** `/settings/account/delete`: what goes with the person, and the button that deletes them. */
export function deleteAccountPages(ports: DeleteHomePagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get(ACCOUNT_PATH, guard, (c) =>
    isProved(c.var.member, ports.clock()) ? deletePage(c, ports) : proveFirst(c, ACCOUNT_PATH),
  );
  routes.post(ACCOUNT_PATH, guard, async (c) => {
    if (!isProved(c.var.member, ports.clock())) return proveFirst(c, ACCOUNT_PATH);
    const deleted = await deleteAccount(ports, c.var);
    if (!deleted.ok) return formRefused(c, ACCOUNT_PATH, deleted.problem);
    wakeInBackground(c, ports);
    clearSessionCookie(c);
    return doneAt(c, "/sign-in", "accountDeleted");
  });
  return routes;
}

function deletePage(c: Context<PageEnv>, { clock }: DeleteHomePagePorts): Response | Promise<Response> {
  const { frame, words } = ownerPage(c, clock(), "settings");
  const { deleteAccount: texts } = words;
  return c.html(
    <OwnerFrame {...frame} title={texts.title} up="settings">
      <Sure action={ACCOUNT_PATH} text={texts.sure} back="/settings" words={words}>
        <p>{texts.lead(c.var.member.email)}</p>
        <p>{texts.homes}</p>
      </Sure>
    </OwnerFrame>,
  );
}
