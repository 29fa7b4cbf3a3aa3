import "./share.ts";
import { offerPasskeys } from "./passkeys.ts";
import { shrinkPhotos } from "./photo.ts";
import { offerPush } from "./push.ts";

/** Of a puck's form. */
const FIELDS = ["device_id", "secret"];

guessZone();
offerPush();
offerPasskeys();
fillScanned();
shrinkPhotos();

/** Nobody has said yet where the home is: this browser's own zone is the best guess. */
function guessZone(): void {
  const field = document.querySelector<HTMLSelectElement>("select[name=time_zone]");
  if (field?.value === "UTC") field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * A puck's QR code opens its form filled in: `/settings/pucks#device_id=…&secret=…`. What stands behind the `#` reaches no
 * server and no log, and is taken out of the address at once. Nothing is sent until somebody presses the button.
 */
function fillScanned(): void {
  const note = document.querySelector<HTMLElement>("[data-scanned]");
  const form = note?.closest("form");
  const scanned = new URLSearchParams(location.hash.slice(1));
  if (note === null || form === undefined || form === null || !FIELDS.every((name) => scanned.has(name)))
    return;
  history.replaceState(history.state, "", location.pathname + location.search);
  for (const name of FIELDS) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = scanned.get(name) ?? "";
  }
  note.hidden = false;
  form.querySelector("button")?.focus();
}
