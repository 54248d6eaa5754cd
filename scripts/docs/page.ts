import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type Oxfmtrc } from 'oxfmt';

/** A page of the documentation that a script writes, as a whole or in part. */
export interface GeneratedPage {
  /** Its name on the command line: `npm run docs -- <name>`. */
  name: string;
  /** Its path below the root. */
  file: string;
  /** Returns the page as it has to be, from what is below the root. */
  write: (root: string) => Promise<string>;
}

/**
 * Returns the text of a file as `npm run format` leaves it.
 * @throws Error if the text cannot be read
 */
export async function formatted(root: string, file: string, text: string): Promise<string> {
  const { ignorePatterns: _, ...options }: Oxfmtrc = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return code;
}

/**
 * Replaces the part of a page between `<!-- <name> -->` and `<!-- /<name> -->`: of the text given, or of the file.
 * @throws Error if the page has no such part
 */
export function replacePart(root: string, file: string, name: string, part: string, page?: string): string {
  const text = page ?? readFileSync(join(root, file), 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no part between ${begin} and ${end}`);
  return `${text.slice(0, from)}${begin}\n\n${part}\n\n${text.slice(to)}`;
}

/** Returns a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
