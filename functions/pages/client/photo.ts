/** No longer side of a photo than a screen shows, and how much worse it may get to become small enough. */
const SIDE_MAX = 1_600;
const QUALITIES = [0.82, 0.7, 0.55, 0.4];
const SMALLER = 0.7;
const SMALLEST = 0.3;

/** Makes a chosen picture small before it is sent; without this only what is small already can be sent. */
export function shrinkPhotos(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-photo]")) {
    let state: "making" | "sending" | undefined;
    form.addEventListener("submit", (event) => {
      const field = form.querySelector<HTMLInputElement>("input[type=file]");
      const file = field?.files?.[0];
      if (field == null || file === undefined || state === "sending") return;
      event.preventDefault();
      // Pressed again: once is enough.
      if (state === "making") return;
      state = "making";
      void shrunk(file, Number(form.dataset.photo))
        .then((small) => replace(field, small))
        // What cannot be drawn is sent as it is: the server says what is wrong with it.
        .catch(() => undefined)
        .then(() => {
          state = "sending";
          form.requestSubmit(event.submitter);
          // The browser may bring this page back as it was left, and then another photo is chosen.
          state = undefined;
        });
    });
  }
}

function replace(field: HTMLInputElement, small: Blob): void {
  const files = new DataTransfer();
  files.items.add(new File([small], "photo.jpg", { type: "image/jpeg" }));
  field.files = files.files;
}

/** Drawn again, the right side up: only pixels remain. */
async function shrunk(file: File, bytesMax: number): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const canvas = document.createElement("canvas");
  const widest = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
  for (let side = widest; side > widest * SMALLEST; side *= SMALLER) {
    canvas.width = Math.max(1, Math.round(picture.width * side));
    canvas.height = Math.max(1, Math.round(picture.height * side));
    const context = canvas.getContext("2d");
    if (context === null) break;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, "image/jpeg", quality));
      if (blob !== null && blob.size <= bytesMax) return blob;
    }
  }
  throw new Error("too large");
}
