import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configurationReference } from './reference.js';

const ROOT = resolve(import.meta.dirname, '../..');

describe('docs/configuration.md', () => {
  it('matches the configuration classes; if not, run `npm run docs:configuration`', async () => {
    expect(readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8')).toBe(await configurationReference(ROOT));
  });
});
