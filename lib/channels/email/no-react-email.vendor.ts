/** Stands in for @react-email/render in the bundle: our mails are text and HTML, never React. */
export function render(): never {
  throw new Error("Mail is not rendered from React here");
}
