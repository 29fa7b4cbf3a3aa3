import { createHmac, hkdfSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { linkKeys } from "../../lib/kernel/derived-keys.vendor.ts";
import { linkSigners } from "../../lib/messages/links/signers.vendor.ts";

const current = "a secret of the server, made by chance";
const TEXT = "alert_1.user_2.1770000000";

const macBy = (hash: string) => {
  const key = new Uint8Array(hkdfSync("sha256", current, "ack-link/v1", "hmac-sha-256", 32));
  return new Uint8Array(createHmac(hash, key).update(TEXT).digest());
};

describe("a key of links", () => {
  test("takes HMAC-SHA-256 alone", async () => {
    const keys = linkKeys("ack-link/v1", { current });
    expect(await keys.sign(TEXT)).toEqual(macBy("sha256"));
    expect(await keys.isOurs(TEXT, macBy("sha256"))).toBe(true);
    for (const hash of ["md5", "sha1", "sha512"]) expect(await keys.isOurs(TEXT, macBy(hash))).toBe(false);
    expect(await keys.isOurs(TEXT, new Uint8Array())).toBe(false);
  });

  test("takes no token that was changed or signed by another server", async () => {
    const claim = { householdId: "home_1", email: "ada+é@example.com" };
    const ours = linkSigners({ current });
    const token = await ours.signDeclineToken(claim);
    expect(await ours.verifyDeclineToken(token)).toEqual(claim);
    const foreign = linkSigners({ current: "a secret of another server, by chance" });
    const changed = [
      "",
      token.slice(0, -1),
      `${token}x`,
      `x/${token}`,
      `${token.slice(0, -1)}_`,
      token.slice(0, token.lastIndexOf(".")),
      token.replace("home_1", "home_2"),
      token.replace(/.$/, (last) => (last === "A" ? "E" : "A")),
      await foreign.signDeclineToken(claim),
    ];
    for (const one of changed) expect([one, await ours.verifyDeclineToken(one)]).toEqual([one, null]);
    const after = linkSigners({ current: "the next secret of this server, longer", previous: current });
    expect(await after.verifyDeclineToken(token)).toEqual(claim);
  });

  test("says each claim as it was said", async () => {
    const links = linkSigners({ current });
    const report = { householdId: "home_1", userId: "user_2", kind: "monthly" } as const;
    expect(await links.verifyUnsubscribeToken(await links.signUnsubscribeToken(report))).toEqual(report);
    const subscriber = { email: "ada@example.test" };
    const token = await links.signStatusToken(subscriber);
    expect(await links.verifyStatusToken(token)).toEqual(subscriber);
    expect(await links.verifyDeclineToken(token)).toBeNull();
  });

  test("signs for one kind of link alone", async () => {
    const mac = await linkKeys("ack-link/v1", { current }).sign(TEXT);
    expect(await linkKeys("ack-link/v1", { current }).isOurs(TEXT, mac)).toBe(true);
    expect(await linkKeys("unsubscribe-link/v1", { current }).isOurs(TEXT, mac)).toBe(false);
  });
});
