import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { deleteAccount } from "../../lib/people/members.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { clearSessionCookie } from "../_http/cookies.ts";
import { wakeInBackground } from "../_http/in-background.ts";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { Sure } from "./components/sure.tsx";
import type { DeleteHomePagePorts } from "./delete-home.tsx";
import { formRefused } from "./form-note.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { proveFirst } from "./prove.tsx";
import type { PageEnv } from "./session.ts";

const ACCOUNT_PATH = "/settings/account/delete";

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
