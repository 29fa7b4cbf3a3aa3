import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { refuse } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { type DeleteHomePorts, deleteHome, showHousehold } from "../../lib/people/home.actions.ts";
import { deleteAccount } from "../../lib/people/members.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { clearSessionCookie } from "../_http/cookies.ts";
import { Sure } from "./components/end-panel.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { formsOn } from "./form-action.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay, proveFirst } from "./session.ts";

const PATH = "/settings/delete";

const ACCOUNT_PATH = "/settings/account/delete";

export type DeleteHomePagePorts = DeleteHomePorts & Pick<Services, "report" | "wake">;

/** `/settings/delete`: what goes with the home, and the button that deletes it. */
export function deleteHomePages(ports: DeleteHomePagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
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
  forms(PATH, pageMay("delete_household"), {
    run: (c) => (isProved(c.var.member, ports.clock()) ? deleteHome(ports, c.var) : refuse("prove_again")),
    done: (c) => goneAt(c, "homeDeleted"),
    wakes: ports,
  });
  return routes;
}

/** `/settings/account/delete`: what goes with the person, and the button that deletes them. */
export function deleteAccountPages(ports: DeleteHomePagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  routes.get(ACCOUNT_PATH, guard, (c) =>
    isProved(c.var.member, ports.clock()) ? deletePage(c, ports) : proveFirst(c, ACCOUNT_PATH),
  );
  forms(ACCOUNT_PATH, null, {
    run: (c) => (isProved(c.var.member, ports.clock()) ? deleteAccount(ports, c.var) : refuse("prove_again")),
    done: (c) => goneAt(c, "accountDeleted"),
    wakes: ports,
  });
  return routes;
}

function goneAt(c: Context<PageEnv>, done: "homeDeleted" | "accountDeleted"): Response {
  clearSessionCookie(c);
  return doneAt(c, "/sign-in", done);
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
