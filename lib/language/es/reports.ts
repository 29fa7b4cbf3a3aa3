import { capital } from "../../kernel/text.ts";
import type { ReportWords } from "../en/reports.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import texts from "./reports.json" with { type: "json" };

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? `ninguna ${one}` : `${count} ${count === 1 ? one : many}`;

const alerts = (count: number): string => counted(count, "alerta", "alertas");

export const ES_REPORTS: ReportWords = /* @__PURE__ */ withTexts(
  withTexts(texts.reports, toldBy(texts.told.reports)),
  {
    before: (period, total) =>
      `${{ weekly: "la semana anterior", monthly: "el mes anterior", quarterly: "el trimestre anterior" }[period]}: ${total}`,
    alerts,
    counts: (count, kinds, outages) =>
      capital(
        `${alerts(count)}${kinds === "" ? "" : ` (${kinds})`} y ${counted(outages, "desconexión", "desconexiones")}.`,
      ),
    daysLeft: (days) =>
      days === 0
        ? "queda menos de un día"
        : days === 1
          ? "queda 1 día aproximadamente"
          : `quedan unos ${days} días`,
  } satisfies Partial<ReportWords>,
);
