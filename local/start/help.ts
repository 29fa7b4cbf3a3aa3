/** What `npm start -- --help` prints. */
export const START_HELP = `npm start runs Hearthwatch on this machine: PostgreSQL, the functions and a demo home.

  npm start                   with a demo home, and stand-ins for the providers that are not configured
  npm start -- --production   for a home of your own: no demo, no stand-ins

Settings are environment variables. The most common ones:

  PORT           the port to listen on (8787; 0 picks a free one)
  HOST           the address to listen on (127.0.0.1)
  BASE_URL       the address that people and devices use, like https://home.example
  HTTP_COOKIES=1 let browsers sign in although the address has no TLS (only in a network that you trust)
  DATA_DIR       the folder of the data (.local)
  SEED_DEMO=0    start without the demo home
  BACKUP_DIR     the folder for a backup each day (none)
  DATABASE_URL   use this PostgreSQL instead of the embedded one
  EDGE=workerd   run the functions in the edge's own runtime, as Cloudflare does

docs/configuration.md lists every setting. Ctrl-C stops everything and keeps the data.`;

/** The sentence for arguments that `npm start` does not know; null where all are known. */
export function unknownArgument(args: readonly string[], known: readonly string[]): string | null {
  const unknown = args.find((arg) => !known.includes(arg));
  return unknown === undefined ? null : `npm start does not know "${unknown}"; see npm start -- --help.`;
}
