import type { FaultWords, OperatorWords, SpendingWords } from "../en/operators.ts";
import { lettersBy, toldBy, withTexts } from "../with-texts.ts";
import texts from "./operators.json" with { type: "json" };

export const ES_OPERATORS: OperatorWords = /* @__PURE__ */ toldBy(texts.told.operators);

export const ES_FAULTS: FaultWords = /* @__PURE__ */ lettersBy(texts.faults);

export const ES_SPENDING: SpendingWords = /* @__PURE__ */ withTexts(
  texts.spending,
  toldBy(texts.told.spending),
);
