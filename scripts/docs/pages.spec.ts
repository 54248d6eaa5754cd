import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGES } from './pages.js';

const ROOT = resolve(import.meta.dirname, '../..');

describe('a generated page', () => {
  it.each(PAGES)('is what `npm run docs -- $name` writes: $file', async ({ file, write }) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toBe(await write(ROOT));
  });
});
