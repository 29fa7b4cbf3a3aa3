import { describe, expect, test } from "vitest";
import { dohResolver } from "../../lib/guarded-fetch/doh-resolver.vendor.ts";

type Answers = Record<string, unknown>;

const BASE_URL = "https://dns.example.net/dns-query";

/** A resolver that answers each record type with the given JSON, and remembers what it was asked. */
function resolverWith(answers: Answers) {
  const asked: { url: URL; init: RequestInit | undefined }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    asked.push({ url, init });
    const answer = answers[url.searchParams.get("type") ?? ""];
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : Response.json(answer);
  };
  return { resolve: dohResolver({ baseUrl: BASE_URL, fetch }), asked };
}

const NOTHING = { Status: 0 };
const V4 = { Status: 0, Answer: [{ name: "porch.example.com", type: 1, TTL: 60, data: "81.2.69.142" }] };
const V6 = { Status: 0, Answer: [{ name: "porch.example.com", type: 28, TTL: 60, data: "2a00:1450::5" }] };

describe("the DNS over HTTPS resolver", () => {
  test("asks for both address families and answers all addresses", async () => {
    const { resolve, asked } = resolverWith({ A: V4, AAAA: V6 });
    expect(await resolve("porch.example.com")).toEqual(["81.2.69.142", "2a00:1450::5"]);
    expect(asked.map(({ url }) => url.href)).toEqual([
      `${BASE_URL}?name=porch.example.com&type=A`,
      `${BASE_URL}?name=porch.example.com&type=AAAA`,
    ]);
    expect(new Headers(asked[0]?.init?.headers).get("Accept")).toBe("application/dns-json");
    expect(asked[0]?.init?.redirect).toBe("manual");
  });

  test("leaves out aliases and every record that is no address", async () => {
    const alias = { name: "porch.example.com", type: 5, data: "10.0.0.1" };
    const signature = { name: "porch.example.com", type: 46, data: "A 8 2 60" };
    const A = { Status: 0, Answer: [alias, ...V4.Answer, signature, null, { type: 1, data: 7 }] };
    expect(await resolverWith({ A, AAAA: NOTHING }).resolve("porch.example.com")).toEqual(["81.2.69.142"]);
  });

  test("keeps the query's own parameters of a configured address", async () => {
    const urls: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      urls.push(String(input));
      return Response.json(NOTHING);
    };
    await dohResolver({ baseUrl: `${BASE_URL}?profile=home`, fetch })("a.example.com");
    expect(urls[0]).toBe(`${BASE_URL}?profile=home&name=a.example.com&type=A`);
  });

  test("has no address for a name that does not exist", async () => {
    const missing = { Status: 3 };
    expect(await resolverWith({ A: missing, AAAA: missing }).resolve("none.example.com")).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["the connection fails", new TypeError("fetch failed")],
    ["the resolver answers 503", new Response("busy", { status: 503 })],
    [
      "the resolver redirects",
      new Response(null, { status: 302, headers: { Location: "http://10.0.0.1/" } }),
    ],
    ["the answer is a web page", new Response("<html>")],
    ["the server of the name fails", { Status: 2 }],
    ["the answer is null", null],
  ])("has no address where %s for one of the two questions", async (_what, AAAA) => {
    expect(await resolverWith({ A: V4, AAAA }).resolve("porch.example.com")).toEqual([]);
  });

  test("gives up when the resolver hangs", async () => {
    const fetch: typeof globalThis.fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
    const resolve = dohResolver({ baseUrl: BASE_URL, fetch, timeoutMs: 20 });
    expect(await resolve("slow.example.com")).toEqual([]);
  });
});
