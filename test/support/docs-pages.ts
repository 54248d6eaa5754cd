import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Every page of the documentation, as a path below the root; the README first. */
export function docsPages(): string[] {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  return ['README.md', ...docs.filter((name) => name.endsWith('.md')).map((name) => join('docs', name))];
}

export function readPage(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** The text of a page without its code blocks. */
export const withoutBlocks = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```$/gm, '');

/** The code blocks of a page, of all languages. */
export const blocksOf = (text: string): string => (text.match(/^ *```[\s\S]*?^ *```$/gm) ?? []).join('\n');
