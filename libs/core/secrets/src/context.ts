/**
 * Encodes a list of strings without ambiguity: each is preceded by its length. With a separator, ('a|b', 'c') and
 * ('a', 'b|c') would be the same.
 */
export function bindContext(...parts: string[]): Buffer {
  return Buffer.from(contextText(parts), 'utf8');
}

/** The same as a text, for what encodes it itself. */
export function contextText(parts: readonly string[]): string {
  let text = '';
  for (const part of parts) text += `${part.length}:${part}`;
  return text;
}
