import https, { Agent } from "node:https";
import { connect } from "node:net";
import { GOOGLE_HOSTS } from "../sandbox/google-hosts.ts";

type Connection = Parameters<Agent["createConnection"]>;

/**
 * From now on, what this process sends to Google reaches the sandbox, in a demo alone: Google's packages know no other
 * address, and hand no agent on to each other. The way is not encrypted, for it does not leave this machine.
 */
export function leadGoogleTo(sandboxUrl: string): void {
  const { hostname, port } = new URL(sandboxUrl);
  https.globalAgent = new (class extends Agent {
    override createConnection(...[options, done]: Connection) {
      return GOOGLE_HOSTS.includes(String(options.host))
        ? connect(Number(port), hostname)
        : super.createConnection(options, done);
    }
  })();
}
