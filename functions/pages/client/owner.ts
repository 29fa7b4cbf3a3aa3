import "./share.ts";
import { offerPasskeys } from "./passkeys.ts";

/** The fields of the form for a puck. */
const FIELDS = ["device_id", "secret"];
/** The localStorage key of the push token that this browser has registered. The token is of no use to others. */
const KEPT = "push-token";
/** A photo's longest side in pixels, as a screen shows it; then the JPEG qualities and scales to try until it fits. */
const SIDE_MAX = 1_600;
const QUALITIES = [0.82, 0.7, 0.55, 0.4];
const SMALLER = 0.7;
const SMALLEST = 0.3;

/** Selects the browser's time zone while the home still has UTC, the default. */
function guessZone(): void {
  const field = document.querySelector<HTMLSelectElement>("select[name=time_zone]");
  if (field?.value === "UTC") field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Fills in the form from a puck's QR code, which opens `/settings/pucks#device_id=…&secret=…`. The part after `#` gets
 * into no server and no log, and is removed from the address at once. Nothing is sent until the button is pressed.
 */
function fillScanned(): void {
  const note = document.querySelector<HTMLElement>("[data-scanned]");
  const form = note?.closest("form");
  const scanned = new URLSearchParams(location.hash.slice(1));
  if (!note || !form || !FIELDS.every((name) => scanned.has(name))) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  for (const name of FIELDS) fill(form, name, scanned.get(name) ?? "");
  note.hidden = false;
  form.querySelector("button")?.focus();
}

/** Shrinks a photo as soon as it is chosen. Without JavaScript, only photos that are small already can be sent. */
function shrinkPhotos(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-photo]")) {
    const field = form.querySelector<HTMLInputElement>("input[type=file]");
    const wait = (isWaiting: boolean) => {
      for (const button of form.querySelectorAll("button")) button.disabled = isWaiting;
    };
    field?.addEventListener("change", async () => {
      const [file] = field.files ?? [];
      if (file === undefined) return;
      wait(true);
      // A file that can't be drawn is sent as it is, so that the server says what is wrong with it.
      const small = await shrunk(file, Number(form.dataset.photo)).catch(() => file);
      const files = new DataTransfer();
      files.items.add(new File([small], file.name, { type: small.type }));
      field.files = files.files;
      wait(false);
    });
  }
}

/** Redraws a photo upright, without metadata, as a JPEG of at most `bytesMax`. Throws if it can't get that small. */
async function shrunk(file: File, bytesMax: number): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const widest = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
  for (let side = widest; side > widest * SMALLEST; side *= SMALLER) {
    const sized = (size: number) => Math.max(1, Math.round(size * side));
    const canvas = new OffscreenCanvas(sized(picture.width), sized(picture.height));
    const context = canvas.getContext("2d");
    if (context === null) break;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const blob = await canvas.convertToBlob({ type: "image/jpeg", quality });
      if (blob.size <= bytesMax) return blob;
    }
  }
  throw new Error("too large");
}

type State = "on" | "denied" | "unsupported" | "failed";

/** Shows the state of push in this browser. Loads Firebase only when the person allows push. */
function offerPush(): void {
  const panel = document.querySelector<HTMLElement>("[data-web-push]");
  const said = panel?.querySelector<HTMLElement>("[role=status]");
  const [allow, stop] = panel?.querySelectorAll("form") ?? [];
  if (!panel || !said || allow === undefined || stop === undefined) return;
  const token = localStorage.getItem(KEPT);
  const state = stateOf(token);
  const words: Record<State, string> = JSON.parse(said.dataset.words ?? "{}");
  const say = (is: State) => {
    said.textContent = words[is];
  };
  if (state !== "off") say(state);
  allow.hidden = state !== "off";
  stop.hidden = state !== "on";
  fill(stop, "token", token ?? "");
  stop.addEventListener("submit", () => localStorage.removeItem(KEPT));
  allow.addEventListener("submit", async (event) => {
    event.preventDefault();
    const got = await register(panel.dataset.webPush ?? "");
    if (typeof got === "string") {
      say(got);
      return;
    }
    localStorage.setItem(KEPT, got.token);
    fill(allow, "token", got.token);
    // `submit()` fires no `submit` event, so this listener doesn't run again.
    allow.submit();
  });
}

function stateOf(token: string | null): State | "off" {
  const isAble = "Notification" in window && "PushManager" in window && "serviceWorker" in navigator;
  if (!isAble) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return token !== null && Notification.permission === "granted" ? "on" : "off";
}

async function register(settings: string): Promise<State | { token: string }> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  try {
    const { askForToken } = await import("./firebase.ts");
    return { token: await askForToken(JSON.parse(settings)) };
  } catch (error) {
    console.warn("No push token:", error);
    return "failed";
  }
}

function fill(form: HTMLFormElement, name: string, value: string): void {
  const field = form.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (field !== null) field.value = value;
}

guessZone();
offerPush();
offerPasskeys();
fillScanned();
shrinkPhotos();
