import type { SpamVerdict } from './spam.js';

const LINE_MAX = 76;

type Told = Pick<SpamVerdict, 'score' | 'required' | 'action' | 'symbols'> & Partial<Pick<SpamVerdict, 'scores'>>;

/** The header fields that tell mail programs of a verdict, each with its line break. No symbol can break out of its line. */
export function spamHeaders({ score, required, action, symbols, scores = {} }: Told): string {
  const isSpam = action !== 'none';
  const names = symbols.map(tokenOf).filter(Boolean);
  const weighted = symbols
    .filter((name) => tokenOf(name))
    .map((name) => (Object.hasOwn(scores, name) ? `${tokenOf(name)}(${scores[name]!.toFixed(2)})` : tokenOf(name)));
  return [
    `X-Spam-Flag: ${isSpam ? 'YES' : 'NO'}`,
    folded(
      `X-Spam-Status: ${isSpam ? 'Yes' : 'No'}, score=${score.toFixed(1)} required=${required.toFixed(1)} tests=`,
      names,
    ),
    `X-Spam-Score: ${score.toFixed(1)}`,
    `X-Spam-Action: ${action}`,
    folded('X-Spam-Symbols: ', weighted),
  ]
    .map((field) => `${field.trimEnd()}\r\n`)
    .join('');
}

/** Names of rules come from a server: only what a name may hold stays. */
const tokenOf = (name: string): string => name.replaceAll(/[^\w.-]/g, '').slice(0, LINE_MAX - 16);

/** Values with commas between, on lines that are not too long. */
function folded(start: string, values: readonly string[]): string {
  let text = start;
  let length = start.length;
  for (const [index, value] of values.entries()) {
    const item = index < values.length - 1 ? `${value},` : value;
    if (index > 0 && length + item.length > LINE_MAX) {
      text += '\r\n\t';
      length = 1;
    }
    text += item;
    length += item.length;
  }
  return text;
}
