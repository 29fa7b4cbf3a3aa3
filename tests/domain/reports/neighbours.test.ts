import { expect, test } from "vitest";
import { NOTICES } from "../../../lib/language/sent.ts";
import { darkShare } from "../../../lib/reports/city/city.ts";

const said = (homes: number, dark: number): string =>
  NOTICES.en.neighbours("Duluth", darkShare({ city: "Duluth", homes, dark }));

test.each([
  [
    0,
    "Hardly any other home in Duluth that takes part is dark: look at the home's own fuse and router first.",
  ],
  [
    2,
    "Hardly any other home in Duluth that takes part is dark: look at the home's own fuse and router first.",
  ],
  [3, "Some other homes in Duluth that take part are dark too: it is more than this home."],
  [24, "About 30% of the other homes in Duluth that take part are dark too: it is more than this home."],
])("%d dark homes of 80 are told of without telling of any one", (dark, text) => {
  expect(said(80, dark)).toBe(text);
});

test("a share of the homes is told to the nearest tenth", () => {
  const share = (dark: number) => /\d+%/.exec(said(100, dark))?.[0];
  expect(share(14)).toBe("10%");
  expect(share(15)).toBe("20%");
});
