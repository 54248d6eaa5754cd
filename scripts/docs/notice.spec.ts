import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPermissive, noticeOf, productionPackages, rejectedPackages } from './notice.js';

const ROOT = resolve(import.meta.dirname, '../..');

describe('the licences of what production installs', () => {
  it('are permissive, or have terms in the notice', () => {
    expect(rejectedPackages(productionPackages(ROOT))).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(MPL-2.0 OR Apache-2.0)', true],
    ['(MIT AND BSD-3-Clause)', true],
    ['Apache-2.0 AND LGPL-3.0-or-later', false],
    ['GPL-3.0-only', false],
    ['', false],
  ])('%j is permissive: %s', (licence, expected) => {
    expect(isPermissive(licence)).toBe(expected);
  });

  it('stop the notice if one is not allowed, by name', () => {
    const packages = [{ name: 'copied-left', version: '1.0.0', licence: 'AGPL-3.0-only', isDirect: true }];
    expect(() => noticeOf(packages)).toThrow('copied-left (AGPL-3.0-only)');
  });
});

describe('the notice', () => {
  const fonts = { name: '@fontsource/poppins', version: '5.3.0', licence: 'OFL-1.1', isDirect: false };
  const tool = { name: 'tool', version: '1.2.3', licence: 'MIT', isDirect: true };

  it('has the terms of what is installed alone', () => {
    expect(noticeOf([fonts, tool])).toContain(
      'Font License 1.1](https://openfontlicense.org):\n`@fontsource/poppins`.',
    );
    expect(noticeOf([tool])).not.toContain('Font License');
  });

  it('names the files of others in the repository, with their licence', () => {
    const vendored = { folder: 'viewer', file: 'viewer.js', package: 'viewer', version: '2.0.0', license: 'MIT' };
    expect(noticeOf([tool], [vendored])).toContain(
      '- `vendor/viewer/viewer.js` of `viewer` 2.0.0, [MIT](vendor/viewer/LICENSE)',
    );
    expect(() => noticeOf([tool], [{ ...vendored, license: 'GPL-3.0-only' }])).toThrow('viewer (GPL-3.0-only)');
  });

  it('names each package with version and licence, those that we chose first', () => {
    const text = noticeOf([fonts, tool]);
    expect(text.indexOf('- `tool` 1.2.3, MIT')).toBeLessThan(text.indexOf('- `@fontsource/poppins` 5.3.0, OFL-1.1'));
  });
});
