import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { listHandedOut } from "../../lib/people/api-keys.queries.ts";
import { revokeAllKeys } from "../../lib/people/keys.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { Sure } from "./components/sure.tsx";
import { formRefused } from "./form-note.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { proveFirst } from "./prove.tsx";
import { type PageEnv, pageMay } from "./session.ts";

const PATH = "/sharing/revoke-all";

/** `/sharing/revoke-all`: how much opens the home without a session, and the button that ends all of it. */
export function revokeAllPages(ports: Pick<Services, "db" | "clock">, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get(PATH, guard, pageMay("manage_members"), async (c) => {
    const now = ports.clock();
    if (!isProved(c.var.member, now)) return proveFirst(c, PATH);
    const { householdId } = c.var.member;
    const out = await listHandedOut(ports.db, { householdId, by: null, now });
    const { frame, words } = ownerPage(c, now, "sharing");
    const { revokeAll, sharing } = words;
    return c.html(
      <OwnerFrame {...frame} title={revokeAll.title} up="sharing">
        <Sure action={PATH} text={revokeAll.sure} back="/sharing" words={words}>
          <p>{revokeAll.lead}</p>
          <ul>
            <li>{`${sharing.links}: ${out.share_links.length}`}</li>
            <li>{`${sharing.keys}: ${out.api_keys.length}`}</li>
            <li>{`${sharing.inbound}: ${out.inbound_tokens.length}`}</li>
          </ul>
        </Sure>
      </OwnerFrame>,
    );
  });
  routes.post(PATH, guard, pageMay("manage_members"), async (c) => {
    const revoked = await revokeAllKeys(ports, c.var, null);
    if (revoked.ok) return doneAt(c, "/sharing", "revoked");
    return revoked.problem.name === "prove_again"
      ? proveFirst(c, PATH)
      : formRefused(c, "/sharing", revoked.problem);
  });
  return routes;
}
