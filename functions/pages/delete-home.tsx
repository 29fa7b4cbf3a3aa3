import type { Context } from "hono";
import { done } from "../../lib/kernel/outcome.ts";
import { deleteHome, showHousehold } from "../../lib/people/home.actions.ts";
import { deleteAccount } from "../../lib/people/members.actions.ts";
import { clearSessionCookie } from "../_http/cookies.ts";
import { Sure } from "./components/end-panel.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { doneAt } from "./owner-page.tsx";
import type { PageEnv } from "./session.ts";
import type { Site } from "./site.ts";

const PATH = "/settings/delete";

const ACCOUNT_PATH = "/settings/account/delete";

/** `/settings/delete` and `/settings/account/delete`: what goes with a home or with a person, and the button that deletes it. */
export function deletePages({ services, page, form }: Site): void {
  page(PATH, "delete_household", {
    place: "settings",
    isProved: true,
    load: (c) => showHousehold(services, c.var.member.householdId),
    view: ({ household }, { frame, words }) => (
      <OwnerFrame {...frame} title={words.deleteHome.title(household.name)} up="settings">
        <Sure action={PATH} text={words.deleteHome.sure} back="/settings" words={words}>
          <p>{words.deleteHome.lead}</p>
          <p>{words.deleteHome.told}</p>
          <p>
            <a href="/settings/export">{words.settings.export}</a>
          </p>
        </Sure>
      </OwnerFrame>
    ),
  });
  form(PATH, "delete_household", {
    isProved: true,
    run: (c) => deleteHome(services, c.var),
    done: (c) => goneAt(c, "homeDeleted"),
    wakes: services,
  });
  page(ACCOUNT_PATH, null, {
    place: "settings",
    isProved: true,
    load: (c) => done(c.var.member.email),
    view: (email, { frame, words }) => (
      <OwnerFrame {...frame} title={words.deleteAccount.title} up="settings">
        <Sure action={ACCOUNT_PATH} text={words.deleteAccount.sure} back="/settings" words={words}>
          <p>{words.deleteAccount.lead(email)}</p>
          <p>{words.deleteAccount.homes}</p>
        </Sure>
      </OwnerFrame>
    ),
  });
  form(ACCOUNT_PATH, null, {
    isProved: true,
    run: (c) => deleteAccount(services, c.var),
    done: (c) => goneAt(c, "accountDeleted"),
    wakes: services,
  });
}

function goneAt(c: Context<PageEnv>, done: "homeDeleted" | "accountDeleted"): Response {
  clearSessionCookie(c);
  return doneAt(c, "/sign-in", done);
}
