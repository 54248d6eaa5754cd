const NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** A domain in lower case and ASCII, as browsers send it; null for what is none. */
export function domainOf(text: string): string | null {
  if (!/^[^\s/?#@:\\]+$/.test(text) || !URL.canParse(`http://${text}`)) return null;
  const { hostname } = new URL(`http://${text}`);
  return NAME.test(hostname) && !/^[\d.]+$/.test(hostname) ? hostname : null;
}
