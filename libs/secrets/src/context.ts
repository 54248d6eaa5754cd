/**
 * Several strings as bytes that no other list of strings has: each is preceded by its length. Joining with a
 * separator would let ('a|b', 'c') pass for ('a', 'b|c').
 */
export function bindContext(...parts: string[]): Buffer {
  let text = '';
  for (const part of parts) text += `${part.length}:${part}`;
  return Buffer.from(text, 'utf8');
}
