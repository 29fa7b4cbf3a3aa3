/** Providers that read `a.b+c@` as `ab@`. */
const IGNORE_DOTS = ["gmail.com", "googlemail.com"];

/**
 * The mailbox that mail to an address lands in, as far as that can be known: what follows a `+` is its owner's own,
 * and some providers read no dots. For counting; mail goes to the address as it was given.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ""] = email.slice(0, at).toLowerCase().split("+");
  const isDotted = IGNORE_DOTS.includes(domain);
  return `${isDotted ? name.replaceAll(".", "") : name}@${isDotted ? "gmail.com" : domain}`;
}

/** By what an address is known again: as it was given and, where it is a mail address, as its mailbox. */
export const spellingsOf = (address: string): string[] =>
  address.includes("@") ? [...new Set([address, mailboxOf(address)])] : [address];
