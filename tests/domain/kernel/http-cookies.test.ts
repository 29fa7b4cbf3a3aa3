import { expect, test } from "vitest";
import { fromHttpCookies, toHttpCookie } from "../../../local/machine/http-cookies.ts";

test("a cookie for an address without TLS loses its prefix and Secure, and keeps the rest", () => {
  expect(toHttpCookie("__Host-session=hw_ses_x; Path=/; HttpOnly; Secure; SameSite=Lax")).toBe(
    "http-session=hw_ses_x; Path=/; HttpOnly; SameSite=Lax",
  );
  expect(toHttpCookie("unit=C; Path=/; Secure")).toBe("unit=C; Path=/; Secure");
});

test("the functions see the name that they gave", () => {
  expect(fromHttpCookies("unit=C; http-session=hw_ses_x")).toBe("unit=C; __Host-session=hw_ses_x");
});
