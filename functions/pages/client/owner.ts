import { readCharts } from "./charts.ts";
import { offerCopies } from "./copy.ts";
import { dragRooms } from "./drag-rooms.ts";
import { offerInstall } from "./install.ts";
import { tryLimits } from "./limit.ts";
import { keepLive } from "./live.ts";
import { offerPasskeys } from "./passkeys.ts";
import { shrinkPhotos } from "./photo.ts";
import { offerPush } from "./push.ts";
import { fillScanned } from "./scanned.ts";
import { keepSnapshot } from "./snapshot.ts";

const live = document.querySelector<HTMLElement>("[data-live]");
if (live?.dataset.live !== undefined) keepLive(live.dataset.live, Number(live.dataset.every ?? 20));
guessZone();
tryLimits();
void readCharts();
keepSnapshot();
offerPush();
offerPasskeys();
offerCopies();
offerInstall();
fillScanned();
shrinkPhotos();
dragRooms();

/** Nobody has said yet where the home is: this browser's own zone is the best guess. */
function guessZone(): void {
  const field = document.querySelector<HTMLSelectElement>("select[name=time_zone]");
  if (field?.value === "UTC") field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
