const RELOADED = 'service.reloaded';
/** Milliseconds in which a second reload would only repeat the first. */
const AGAIN_AFTER = 30_000;

/** Loads the page anew, since the server has a newer one; not twice in a row. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < AGAIN_AFTER) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

/** Returns true, once, if the page was loaded anew for a newer version just now. */
export function wasReloaded(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  const told = sessionStorage.getItem(`${RELOADED}.told`) === String(last);
  if (!last || told || Date.now() - last > AGAIN_AFTER) return false;
  sessionStorage.setItem(`${RELOADED}.told`, String(last));
  return true;
}
