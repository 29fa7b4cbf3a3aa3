import { expect, test } from "vitest";
import { actionText, messageText } from "../../../functions/pages/format/name-of.ts";
import { WORDS } from "../../../lib/language/pages.ts";

import { PROBLEMS } from "../../../schema/problems.ts";
import type { ActivityAction } from "../../../schema/vocabulary.ts";

test("a message is called by its alert and its news, or by what else it is", () => {
  expect(messageText("freeze_opened", WORDS.en)).toBe("Cold: Started");
  expect(messageText("time_to_freeze_closed", WORDS.es)).toBe("Tiempo hasta helarse: Terminó");
  expect(messageText("weekly_report", WORDS.es)).toBe("El informe semanal");
  expect(messageText("of_next_year", WORDS.en)).toBe("of next year");
});

test("an action that the catalogue does not know keeps its own name", () => {
  const named: Record<ActivityAction, string> = WORDS.en.activity.actions;
  expect(named.member_joined).toBe("Joined the home");
  expect(actionText("member_joined", WORDS.es)).toBe("Se unió a la casa");
  expect(actionText("constructor", WORDS.en)).toBe("constructor");
});

test("shows a refusal in the reader's language, with the details that only English has", () => {
  const { told } = WORDS.es.problem;
  expect(told({ name: "pro_required" })).toBe("Hace falta el plan Pro");
  expect(told({ name: "invalid_request", sentence: '"name" must be text' })).toBe(
    'Algún dato no es válido: "name" must be text',
  );
  expect(told({ name: "bad_device_key" })).toBe(PROBLEMS.bad_device_key.error);
  expect(WORDS.en.problem.told({ name: "too_many", sentence: "Too many rules" })).toBe("Too many rules");
});
