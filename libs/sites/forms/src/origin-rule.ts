/** An origin in a form's allowlist. */
export interface OriginRule {
  /** With its scheme and a port that is not the scheme's own, such as `https://www.example.com`. */
  origin: string;
  /** Whether it stands for the subdomains of its host, and not for the host itself. */
  subdomains: boolean;
}

const WILDCARD = '://*.';

/** Reads `https://www.example.com` or `https://*.example.com`; null if the text is no origin. */
export function parseOriginRule(text: string): OriginRule | null {
  const subdomains = text.includes(WILDCARD);
  const plain = text.replace(WILDCARD, '://');
  if (!/^https?:\/\/[^/?#@\s*]+$/i.test(plain) || !URL.canParse(plain)) return null;
  const { origin, hostname } = new URL(plain);
  if (subdomains && !hostname.includes('.')) return null;
  return { origin, subdomains };
}

/** Whether an origin, as a browser sends it, is one of the rules. */
export function isAllowedOrigin(origin: string, rules: readonly string[]): boolean {
  return parsedRules(rules).some((rule) =>
    rule.subdomains ? isSubdomain(origin, rule.origin) : origin === rule.origin,
  );
}

/** Rules of the lists that are in memory; a form's list is read again for each of its submissions. */
const parsed = new WeakMap<readonly string[], OriginRule[]>();

function parsedRules(texts: readonly string[]): OriginRule[] {
  const known = parsed.get(texts);
  if (known) return known;
  const rules = texts.map(parseOriginRule).filter((rule) => rule !== null);
  parsed.set(texts, rules);
  return rules;
}

function isSubdomain(origin: string, of: string): boolean {
  const [scheme, host] = of.split('://');
  return origin.startsWith(`${scheme}://`) && origin.endsWith(`.${host}`);
}
