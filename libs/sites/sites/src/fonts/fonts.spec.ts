import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { findFont, FONT_FILES, FONT_NAMES, fontOf, readFontFile } from '../index.js';

const require = createRequire(import.meta.url);

describe('fonts', () => {
  it('are the twelve of the interface, each with its own name', () => {
    expect(FONT_NAMES).toHaveLength(12);
    for (const name of FONT_NAMES) expect(findFont(name)).toMatchObject({ name });
    for (const name of ['arial', '', 'constructor', '__proto__']) expect(findFont(name)).toBeUndefined();
  });

  it.each(FONT_NAMES)('%s has the weights and characters that its package states', async (name) => {
    for (const { file, weight, characters } of fontOf(name).faces) {
      const fixed = !weight.includes(' ');
      const style = fixed ? `@fontsource/${name}/${weight}.css` : `@fontsource-variable/${name}/wght.css`;
      const faces = (await readFile(require.resolve(style), 'utf8')).split('@font-face');
      const face = faces.find((text) => text.includes(`/${file})`));
      expect(face).toContain(`font-weight: ${weight};`);
      expect(face).toContain(`unicode-range: ${characters};`);
    }
  });
});

describe('files of fonts', () => {
  it('are all there, in WOFF2', async () => {
    for (const file of FONT_FILES) {
      const bytes = await readFontFile(file);
      expect(bytes?.subarray(0, 4).toString('latin1'), file).toBe('wOF2');
    }
  });

  it('are found by their names alone', async () => {
    for (const name of ['', '..', '../package.json', 'inter', 'toString'])
      expect(await readFontFile(name)).toBeUndefined();
  });
});
