/** The addresses in a text that has one a line, or commas between them. */
export const addressesOf = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter(Boolean);

/** The pairs in a text of `key: value` lines; null if a line is none. */
export function pairsOf(text: string): Record<string, string> | null {
  const pairs: Record<string, string> = {};
  for (const line of text.split('\n').filter((part) => part.trim())) {
    const [, key, value] = /^\s*([^:=]+?)\s*[:=]\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === undefined || value === undefined) return null;
    pairs[key] = value;
  }
  return pairs;
}

/** The variables of Liquid that a template mentions, in the order in which they first come. */
export function variablesIn(...texts: readonly (string | null | undefined)[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [, name] of (text ?? '').matchAll(/\{\{-?\s*([A-Za-z_][\w]*)/g)) found.add(name!);
  }
  return [...found];
}

/** A time as an input of the browser writes it, in ISO with the reader's zone; undefined if empty. */
export const isoOf = (local: string): string | undefined => (local ? new Date(local).toISOString() : undefined);
