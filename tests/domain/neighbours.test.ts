import { expect, test } from "vitest";
import { neighboursText } from "../../lib/domain/city/neighbours.ts";

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
