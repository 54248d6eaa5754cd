import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { libsIn, libsTable, purposeOf } from './libs.js';

const ROOT = resolve(import.meta.dirname, '../..');

describe('the table of libs', () => {
  let root: string;

  const write = (file: string, text: string): void => {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), text);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'libs-'));
    write(
      'libs/mail/mime/src/index.ts',
      `/** Reader of\n * messages. */\nimport { decode } from '#libs/core/charsets';`,
    );
    write('libs/core/charsets/src/index.ts', '/** Text from bytes. */\nexport const decode = 1;');
    write('apps/crm/src/table.ts', `import { decode } from '#libs/core/charsets';`);
    write('apps/mail/src/mail.spec.ts', `import { decode } from '#libs/core/charsets';`);
  });

  afterEach(() => rmSync(root, { recursive: true }));

  it('has the floor, name, purpose and users of each, the lowest floor first; specs are no users', () => {
    expect(libsTable(root).split('\n').slice(2)).toEqual([
      '| core | `charsets` | Text from bytes. | crm, 1 lib |',
      '| mail | `mime` | Reader of messages. | – |',
    ]);
  });

  it('cannot be written while a lib does not tell its purpose', () => {
    write('libs/core/charsets/src/index.ts', 'export const decode = 1;\n/** Late. */');
    expect(() => libsTable(root)).toThrow('libs/core/charsets/src/index.ts does not begin with a comment');
  });

  it.each(libsIn(ROOT))('has the purpose of $place in one sentence', (lib) => {
    expect(purposeOf(ROOT, lib)).toMatch(/^[A-Z][^\n]{10,120}\.$/);
  });
});
