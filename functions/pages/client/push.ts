/** The token that this browser has left with the service; it says nothing to anybody else. */
const KEPT = "push-token";

type State = "on" | "denied" | "unsupported" | "failed";

/** Shows what this browser can do about push; Firebase's part is loaded only once somebody presses. */
export function offerPush(): void {
  const panel = document.querySelector<HTMLElement>("[data-web-push]");
  const said = panel?.querySelector<HTMLElement>("[role=status]");
  const [allow, stop] = panel?.querySelectorAll("form") ?? [];
  if (!panel || !said || allow === undefined || stop === undefined) return;
  const token = localStorage.getItem(KEPT);
  const state = stateOf(token);
  const say = (is: State) => {
    said.textContent = said.dataset[is] ?? "";
  };
  if (state !== "off") say(state);
  allow.hidden = state !== "off";
  stop.hidden = state !== "on";
  fill(stop, token ?? "");
  stop.addEventListener("submit", () => localStorage.removeItem(KEPT));
  allow.addEventListener("submit", async (event) => {
    event.preventDefault();
    const got = await register(panel.dataset.webPush ?? "");
    if (typeof got === "string") {
      say(got);
      return;
    }
    localStorage.setItem(KEPT, got.token);
    fill(allow, got.token);
    // Sends no other `submit` event.
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

function fill(form: HTMLFormElement, token: string): void {
  const field = form.querySelector<HTMLInputElement>("input[name=token]");
  if (field !== null) field.value = token;
}
