/** What this process has computed so far, in milliseconds: a busy machine makes no test slower. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
