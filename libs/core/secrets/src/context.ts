/**
 * Encodes a list of strings without ambiguity: each is preceded by its length. With a separator, ('a|b', 'c') and
 * ('a', 'b|c') would be the same.
 */
export function bindContext(...parts: string[]): Buffer {
  let text = '';
  for (const part of parts) text += `${part.length}:${part}`;
  return Buffer.from(text, 'utf8');
}
