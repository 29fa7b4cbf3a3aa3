import { exampleFeed } from "../../lib/feeds/example-feed.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { MACHINE_PROBLEMS } from "../../schema/machine-problems.ts";
import { ExampleFeedQuery } from "../../schema/wire/status.ts";
import { type HttpPorts, newSmallApp } from "../_http/app.ts";
import { refusal } from "../_http/reply.ts";
import { query as readQuery } from "../_http/validate.ts";
import { type ChannelRoutePorts, channelRoutes } from "./channel-routes.ts";
import { type EvidenceRoutePorts, evidenceRoutes } from "./evidence-routes.ts";
import {
  type AckRoutePorts,
  ackRoutes,
  type DeclineRoutePorts,
  type DigestRoutePorts,
  declineRoutes,
  digestRoutes,
} from "./link-routes.ts";
import { openApiRoutes } from "./openapi.ts";
import {
  type HealthPorts,
  healthRoutes,
  type StatusRoutePorts,
  statusNowRoutes,
  statusRoutes,
} from "./status.ts";

type PublicPorts = HttpPorts &
  StatusRoutePorts &
  HealthPorts &
  EvidenceRoutePorts &
  AckRoutePorts &
  ChannelRoutePorts &
  DigestRoutePorts &
  DeclineRoutePorts &
  Pick<Services, "clock">;

/** What anyone may call; and the fallback, so that an unknown path has one answer everywhere. */
export function publicApp(ports: PublicPorts) {
  const app = newSmallApp(ports, MACHINE_PROBLEMS);
  app.get("/", (c) =>
    c.text(
      "Hearthwatch watches a home's sensors and tells people before the pipes freeze or the cellar floods.\n" +
        "Post readings to /api/ingest/{deviceKey}; read them at /api/share/{token}/latest.\n",
    ),
  );
  app.get("/api/feeds/example", (c) => {
    const query = readQuery(c, ExampleFeedQuery);
    if (!query.ok) return refusal(c, query.problem);
    c.header("Cache-Control", "no-store");
    return c.json(exampleFeed(query.value.format ?? "native", ports.clock()));
  });
  app.route("/", openApiRoutes());
  app.route("/", healthRoutes(ports));
  app.route("/", statusNowRoutes(ports));
  app.route("/", statusRoutes(ports));
  app.route("/", ackRoutes(ports));
  app.route("/", channelRoutes(ports));
  app.route("/", digestRoutes(ports));
  app.route("/", declineRoutes(ports));
  app.route("/", evidenceRoutes(ports));
  return app;
}
