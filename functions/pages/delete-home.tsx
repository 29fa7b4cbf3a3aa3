import type { Context } from "hono";
import { deleteHome, showHousehold } from "../../lib/people/home.actions.ts";
import { deleteAccount } from "../../lib/people/members.actions.ts";
import { clearSessionCookie } from "../_http/cookies.ts";
import { Sure } from "./components/press.tsx";
import type { PageEnv } from "./session.ts";
import type { Site } from "./site.ts";

const HOME = "/settings/delete";
const ACCOUNT = "/settings/account/delete";

/** `/settings/delete` and `/settings/account/delete`: what goes with a home or with a person, and the button that deletes it. */
export function deletePages({ services, page, form }: Site): void {
  page(HOME, "delete_household", {
    isProved: true,
    load: (c) => showHousehold(services, c.var.householdId),
    title: ({ deleteHome: words }, { household }) => words.title(household.name),
    view: (_, { words }) => (
      <Sure action={HOME} text={words.deleteHome.sure} back="/settings">
        <p>{words.deleteHome.lead}</p>
        <p>{words.deleteHome.told}</p>
        <p>
          <a href="/settings/export">{words.settings.export}</a>
        </p>
      </Sure>
    ),
  });
  page(ACCOUNT, null, {
    isProved: true,
    title: ({ deleteAccount: words }) => words.title,
    view: (_, { c, words }) => (
      <Sure action={ACCOUNT} text={words.deleteAccount.sure} back="/settings">
        <p>{words.deleteAccount.lead(c.var.member.email)}</p>
        <p>{words.deleteAccount.homes}</p>
      </Sure>
    ),
  });
  for (const [path, right, run, said] of [
    [HOME, "delete_household", deleteHome, "homeDeleted"],
    [ACCOUNT, null, deleteAccount, "accountDeleted"],
  ] as const)
    form(path, right, {
      isProved: true,
      run: (c: Context<PageEnv>) => run(services, c.var),
      done: (c) => {
        clearSessionCookie(c);
        return said;
      },
      to: "/sign-in",
    });
}
