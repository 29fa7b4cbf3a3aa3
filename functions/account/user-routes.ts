import { type SpendPorts, spend } from "../../lib/budget/spend.actions.ts";
import { exportPerson } from "../../lib/export/export.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import type { DeleteHomePorts } from "../../lib/people/home.actions.ts";
import { changeUser, deleteAccount } from "../../lib/people/members.actions.ts";
import { shows } from "../../schema/openapi/route.ts";
import { PersonExport } from "../../schema/wire/account/household-export.ts";
import { UserAnswer, UserChange } from "../../schema/wire/account/sign-in.ts";
import { Ok } from "../../schema/wire/text.ts";
import { download, textStream } from "../_http/body.ts";
import { clearSessionCookie } from "../_http/cookies.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { actingIn } from "../_http/require-session.ts";

export type UserPorts = DeleteHomePorts & SpendPorts & Pick<Services, "report">;

const route = routesFor<UserPorts>();

/** The person who asks, whatever their role in a home. */
export const USER_ROUTES = {
  "account.user.export": route({
    on: "GET /api/account/user/export",
    proof: true,
    summary: "Export your own data",
    about:
      "For every member. Returns your account, sessions, contacts, choices, actions and messages, in every home." +
      " Confirm your identity first.",
    answers: shows(PersonExport, "A list for each table that names you"),
    refusals: [429],
    answer: async (ports, c) => {
      const spent = await spend(ports, actingIn(c.var), "export");
      if (!spent.ok) return spent;
      const { userId, email } = c.var.member;
      const text = textStream(exportPerson(ports, { userId, email }), ports.report);
      return c.body(text, 200, download("me.json", "application/json"));
    },
  }),
  "account.user.update": route({
    on: "PATCH /api/account/user",
    body: UserChange,
    short: true,
    summary: "Change your language and unit",
    about:
      "For every member. Sets the language of your messages, on every channel, and the unit in which you read" +
      " temperatures; null means the home's unit. Fields you omit keep their value.",
    answers: shows(UserAnswer, "The account"),
    answer: (ports, c, change) => changeUser(ports, c.var, change),
  }),
  "account.user.delete": route({
    on: "DELETE /api/account/user",
    proof: true,
    wakes: true,
    summary: "Delete the account",
    about:
      "Also deletes homes without another member. Confirm your identity with `POST /api/account/session/prove` within the 10 minutes before. You can't undo this.",
    answers: shows(Ok, "Deleted"),
    refusals: [404, 409],
    answer: async (ports, c) => {
      const outcome = await deleteAccount(ports, c.var);
      if (outcome.ok) clearSessionCookie(c);
      return outcome;
    },
  }),
};
