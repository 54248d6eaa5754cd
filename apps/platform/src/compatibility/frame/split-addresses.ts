/**
 * The addresses of a list in one text, with commas between: those in quotes, comments and angle brackets divide nothing. What is no
 * address stays as it is, for its field to name.
 */
export function splitAddresses(list: string): string[] {
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  let depth = 0;
  for (let at = 0; at < list.length; at += 1) {
    const character = list.charAt(at);
    if (character === '\\') {
      part += character + list.charAt((at += 1));
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '(' || character === '<')) depth += 1;
    else if (!isQuoted && (character === ')' || character === '>')) depth = Math.max(0, depth - 1);
    if (character === ',' && !isQuoted && depth === 0) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part].map((text) => text.trim()).filter((text) => text !== '');
}
