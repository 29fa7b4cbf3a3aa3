import { describe, expect, it } from "vitest";
import { textAnswer } from "../../../lib/alerts/text-answer.ts";
import { alertSubjectIn } from "../../../lib/language/given-names.ts";
import { HOME_TITLES } from "../../../schema/vocabulary.ts";

describe("what an alert is about", () => {
  it("names a part of the home in the language of whoever answers by text", () => {
    expect(textAnswer({ kind: "taken", title: HOME_TITLES.connection }, "es")).toContain(
      "Corriente o internet",
    );
  });

  it("translates a name that no person chose and keeps one that somebody typed", () => {
    expect(alertSubjectIn("Temperature 2", "es")).toBe("Temperatura 2");
    expect(alertSubjectIn("Kaltes Eck", "es")).toBe("Kaltes Eck");
  });

  it("keeps the stored name in English", () => {
    expect(Object.values(HOME_TITLES).map((title) => alertSubjectIn(title, "en"))).toEqual(
      Object.values(HOME_TITLES),
    );
  });
});
