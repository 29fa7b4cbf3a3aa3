import { spend } from "../../lib/budget/spend.actions.ts";
import { exportPerson } from "../../lib/export/export.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { shows } from "../../schema/openapi/route.ts";
import { PersonExport } from "../../schema/wire/account/sign-in.ts";
import { download, textStream } from "../_http/body.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { actingIn } from "../_http/require-session.ts";

const route = routesFor<Services>();

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
    answer: async (services, c) => {
      const spent = await spend(services, actingIn(c.var), "export");
      if (!spent.ok) return spent;
      const { userId, email } = c.var.member;
      const text = textStream(exportPerson(services, { userId, email }), services.report);
      return c.body(text, 200, download("me.json", "application/json"));
    },
  }),
};
