import { type HttpPorts, newApp } from "../_http/app.ts";
import { reportFailure } from "../_http/report-failure.ts";
import { type FamilyPorts, familyPages } from "./family.tsx";
import { familySensorPages } from "./family-sensor.tsx";
import { landingPage } from "./landing.tsx";
import { pageHeaders } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";

export type PagesPorts = HttpPorts & FamilyPorts;

/** Pages for people with a browser: rendered here, complete without a script. */
export function pagesApp(ports: PagesPorts) {
  const app = newApp(ports);
  app.use(pageHeaders);
  app.notFound((c) => problemPage(c, { name: "not_found" }));
  app.onError((error, c) => problemPage(c, { name: reportFailure(c, ports.report, error) }));
  app.route("/", landingPage());
  app.route("/", familyPages(ports));
  app.route("/", familySensorPages(ports));
  return app;
}
