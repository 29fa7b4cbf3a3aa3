import { expect, test } from "vitest";
import { maskedUrl, originOf } from "../../../lib/kernel/judge-url.ts";

test("a masked URL says that there is a query, but nothing of it, of a user or of a fragment", () => {
  expect(maskedUrl("https://u:p@barn.example.org:8443/state.json?key=hush&unit=f#hush")).toBe(
    "https://barn.example.org:8443/state.json?***",
  );
  expect(maskedUrl("https://barn.example.org/state.json")).toBe("https://barn.example.org/state.json");
  expect(maskedUrl("https://barn.example.org?key=hush")).toBe("https://barn.example.org/?***");
  expect(maskedUrl("no URL, key=hush")).toBe("");
});

test("the origin of a URL leaves out a path that may hold a key", () => {
  expect(originOf("https://u:p@barn.example.org:8443/hush/state.json?key=hush")).toBe(
    "https://barn.example.org:8443",
  );
  expect(originOf("no URL, key=hush")).toBe("");
});
