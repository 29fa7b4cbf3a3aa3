import { expect, test } from "vitest";
import { inTime } from "../../../lib/kernel/runtime.vendor.ts";
import { dispatch } from "../../../lib/messages/dispatch.actions.ts";
import { openAlerts } from "../../support/alerts.ts";
import { channelsBy } from "../../support/channels.ts";
import { eachTest } from "../../support/each-test.ts";
import { addDevice, addHome, addMember } from "../../support/fixtures.ts";

const world = eachTest(openAlerts);

test("a home's leak goes out while the news of another home is still being written", async () => {
  const { services, database, clock } = world;
  const other = await addHome(database, "Cleo's home");
  const cleo = await addMember(database, other, "owner", "cleo@example.com");
  const node = await addDevice(database, other, { name: "Bath node", space: "Bath" });
  await world.post({ flood1: true });
  clock.advance(1);
  await world.post({ flood1: true }, node);
  const adasMail = Promise.withResolvers<void>();
  const handed: string[] = [];
  const channels = channelsBy(() => async ({ recipient }) => {
    handed.push(recipient);
    adasMail.resolve();
    return { kind: "sent", providerId: null };
  });
  let sealed = 0;
  const serverVault = {
    ...services.serverVault,
    seal: async (...asked: Parameters<typeof services.serverVault.seal>) => {
      sealed += 1;
      if (sealed > 1) await adasMail.promise;
      return services.serverVault.seal(...asked);
    },
  };
  await dispatch({ ...services, channels, serverVault, inTime: (work) => inTime(work, 20) });
  expect(handed).toEqual([world.owner.email, cleo.email]);
});
