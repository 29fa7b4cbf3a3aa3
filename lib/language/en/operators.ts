import { lettersBy, toldBy, withTexts } from "../with-texts.ts";
import texts from "./operators.json" with { type: "json" };

/** A language's words around each mail to operators about their installation. Times come as texts. */
export const EN_OPERATORS = /* @__PURE__ */ toldBy(texts.told.operators);
export type OperatorWords = typeof EN_OPERATORS;

/** Its words for them about what can fail: clocks, jobs, the disk, backups, the money for text messages. */
export const EN_FAULTS = /* @__PURE__ */ lettersBy(texts.faults);
export type FaultWords = typeof EN_FAULTS;

/** Its words for them about how many messages a day may have. */
export const EN_SPENDING = /* @__PURE__ */ withTexts(texts.spending, toldBy(texts.told.spending));
export type SpendingWords = typeof EN_SPENDING;
