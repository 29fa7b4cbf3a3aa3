import { type HttpPorts, newApp } from "../_http/app.ts";

/** The fallback: whatever no other group's routes take, so that an unknown path has one answer everywhere. */
export function publicApp(ports: HttpPorts) {
  const app = newApp(ports);
  app.get("/", (c) =>
    c.text(
      "Hearthwatch watches a home's sensors and tells people before the pipes freeze or the cellar floods.\n" +
        "Post readings to /api/ingest/{deviceKey}; read them at /api/share/{token}/latest.\n",
    ),
  );
  return app;
}
