import { InvalidReport } from './invalid-report.js';

/** A report is seven deep. */
const DEPTH_MAX = 16;
/** A failure of a report has eight at most; 50,000 of them fit twice. */
const VALUES_MAX = 800_000;

const code = (character: string): number => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA] = [code('"'), code('\\'), code(',')];
const OPENERS: ReadonlySet<number> = new Set([code('['), code('{')]);
const CLOSERS: ReadonlySet<number> = new Set([code(']'), code('}')]);

/**
 * Looks over a JSON text before it is read, since a few bytes become an object of many: how deep it is, and how many values
 * it has. What is no JSON may pass.
 * @throws InvalidReport for a text beyond the bounds
 */
export function boundJson(text: string): void {
  let [depth, values, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (isText) {
      if (character === BACKSLASH) at += 1;
      else if (character === QUOTE) isText = false;
    } else if (character === QUOTE) isText = true;
    else if (character === COMMA) values += 1;
    else if (OPENERS.has(character)) [depth, values] = [depth + 1, values + 1];
    else if (CLOSERS.has(character)) depth -= 1;
    if (depth > DEPTH_MAX) throw new InvalidReport('The report is nested too deeply');
    if (values > VALUES_MAX) throw new InvalidReport('The report has too many values');
  }
}
