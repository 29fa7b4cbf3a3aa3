import { expect, test } from "vitest";
import { NOTICES } from "../../../lib/language/sent.ts";
import { darkShare } from "../../../lib/reports/city/city.ts";

const said = (homes: number, dark: number): string =>
  NOTICES.en.neighbours("Duluth", darkShare({ city: "Duluth", homes, dark }));

test.each([
  [
    0,
    "Almost no other participating home in Duluth is offline: check this home's own fuse and router first.",
  ],
  [
    2,
    "Almost no other participating home in Duluth is offline: check this home's own fuse and router first.",
  ],
  [3, "Some other participating homes in Duluth are offline too: it isn't only this home."],
  [24, "About 30% of the other participating homes in Duluth are offline too: it isn't only this home."],
])("says that %d of 80 homes are offline without naming one", (dark, text) => {
  expect(said(80, dark)).toBe(text);
});

test("a share of the homes is shown to the nearest tenth", () => {
  const share = (dark: number) => /\d+%/.exec(said(100, dark))?.[0];
  expect(share(14)).toBe("10%");
  expect(share(15)).toBe("20%");
});
