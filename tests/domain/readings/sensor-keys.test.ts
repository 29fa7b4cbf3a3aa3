import { describe, expect, it } from "vitest";
import { cleanKey, cleanLabel, isNeverSensor, slug } from "../../../lib/readings/sensor-keys.ts";

describe("a sensor key", () => {
  it("loses control characters, lone surrogates and what turns text around", () => {
    expect(cleanKey(" at\u0000tic\u0007\ud800\u202e\n ")).toBe("attic");
  });

  it("is unusable where nothing is left of it", () => {
    expect(["", " \t", "\u0000", "\udc00"].filter((said) => cleanKey(said) !== null)).toEqual([]);
  });

  it("is cut at 64 characters, counted as code points", () => {
    expect(cleanKey("k".repeat(64))).toHaveLength(64);
    expect(cleanKey("k".repeat(65))).toHaveLength(64);
    expect([...(cleanKey("🌡".repeat(90)) ?? "")]).toHaveLength(64);
    expect(cleanKey("🌡".repeat(90))?.isWellFormed()).toBe(true);
  });

  it("stays another one where names differ behind its end", () => {
    const [first, second] = [cleanKey(`${"k".repeat(70)}a`), cleanKey(`${"k".repeat(70)}b`)];
    expect(first).toMatch(/^k{55}~[\da-f]{8}$/);
    expect(first).not.toBe(second);
    expect(cleanKey(`${"k".repeat(70)}a `)).toBe(first);
    expect(cleanKey(`${"k".repeat(64)}  `)).toBe("k".repeat(64));
  });

  it("may be the name of an object member", () => {
    expect(cleanKey("__proto__")).toBe("__proto__");
  });
});

describe("a label", () => {
  it("keeps emoji and scripts, without control or bidi characters", () => {
    expect(cleanLabel(" 🧊\ufe0f Kühl\u202eraum\u0007 ", "k")).toBe("🧊\ufe0f Kühlraum");
  });

  it("is the key where there is none", () => {
    expect(["\udead", undefined, 5].filter((said) => cleanLabel(said, "k") !== "k")).toEqual([]);
  });

  it("is cut at 120 characters", () => {
    expect(cleanLabel("l".repeat(500), "k")).toHaveLength(120);
  });
});

describe("names that are never sensors", () => {
  it.each(
    `battery battery_pct rssi last_seen linkquality lqi time timestamp ts epoch dateutc uptime seq counter serial id
     fw_version app_version ram_free ram_total update update_available updateAt Battery RSSI Time LinkQuality
     battery_low batteryLevel battery_voltage tamper f_cnt nonce heap loadavg eventVersion latitude port`.split(
      /\s+/,
    ),
  )("%s", (name) => {
    expect(isNeverSensor(name)).toBe(true);
  });

  it("are not names that only begin or end like them", () => {
    const names = ["temp", "timer", "identity", "counter2", "program_1", "version_temp"];
    expect(names.filter(isNeverSensor)).toEqual([]);
  });
});

describe("a slug", () => {
  it("keeps letters and digits of any script", () => {
    const slugs = ["Crawl space #2", "Küche", "Спальня 1", "🧊"].map((name) => slug(name));
    expect(slugs).toEqual(["crawl_space_2", "kuche", "спальня_1", ""]);
  });
});
