import { type SpendPorts, spend } from "../../lib/budget/spend.actions.ts";
import { exportPerson } from "../../lib/export/export.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { DeleteHomePorts } from "../../lib/people/home.actions.ts";
import { changeUser, deleteAccount } from "../../lib/people/members.actions.ts";
import type { USER_WORDS } from "../../schema/openapi/routes/household.ts";
import type { USER_ROUTES } from "../../schema/routes/household.ts";
import { download, textStream } from "../_http/body.ts";
import { clearSessionCookie } from "../_http/cookies.ts";
import type { Handlers } from "../_http/mounted-routes.ts";
import { actingIn } from "../_http/require-session.ts";

export type UserPorts = DeleteHomePorts & SpendPorts & Pick<Services, "report">;

/** The person who asks, whatever their role in a home. */
export const userHandlers = (ports: UserPorts): Handlers<typeof USER_ROUTES, typeof USER_WORDS> => ({
  "account.user.export": async (c) => {
    const spent = await spend(ports, actingIn(c.var), "export");
    if (!spent.ok) return spent;
    const { userId, email } = c.var.member;
    const text = textStream(exportPerson(ports, { userId, email }), ports.report);
    return c.body(text, 200, download("me.json", "application/json"));
  },
  "account.user.update": (c, change) => changeUser(ports, c.var, change),
  "account.user.delete": async (c) => {
    const outcome = await deleteAccount(ports, c.var);
    if (outcome.ok) clearSessionCookie(c);
    return outcome;
  },
});
