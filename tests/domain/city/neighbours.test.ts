import { expect, test } from "vitest";
import { neighboursText } from "../../../lib/reports/city/city.ts";

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
  expect(neighboursText({ city: "Duluth", homes: 80, dark })).toBe(text);
});

test("a share of the homes is told to the nearest tenth", () => {
  const share = (dark: number) => /\d+%/.exec(neighboursText({ city: "Duluth", homes: 100, dark }))?.[0];
  expect(share(14)).toBe("10%");
  expect(share(15)).toBe("20%");
});

test("a city without a name is one's own", () => {
  expect(neighboursText({ city: " ", homes: 10, dark: 5 })).toBe(
    "About 50% of the other homes in your city that take part are dark too: it is more than this home.",
  );
});
