import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const load = (name: string) => import(new URL(`./${name}.mjs`, import.meta.url).href);
const { changedFiles } = await load('changed-files');
const { importersIn, sourcesIn, specsNear } = await load('import-graph');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'changed-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

describe('the specs that a change touches', () => {
  beforeEach(() =>
    write({
      'libs/ids/src/index.ts': `export { newId } from './ids.js';`,
      'libs/ids/src/ids.ts': 'export const newId = () => 1;',
      'libs/ids/src/ids.spec.ts': `import { newId } from './ids.js';`,
      'apps/crm/src/leads/leads.ts': `import { newId } from '#libs/ids';\nimport pg from 'pg';`,
      'apps/crm/src/leads/leads.spec.ts': `import './leads.js';`,
      'apps/crm/src/leads/lead-texts.spec.ts': `import { it } from 'vitest';`,
      'test/leads.spec.ts': `const { leads } = await import('../apps/crm/src/leads/leads.js');`,
      'apps/mail/src/mail.spec.ts': `import { it } from 'vitest';`,
    }),
  );

  const near = (...changed: string[]) =>
    specsNear(
      importersIn(root),
      changed,
      sourcesIn(root).filter((file: string) => file.endsWith('.spec.ts')),
    );

  it('are those that import it, over other files and the name of a lib; the nearest come first', () => {
    const found = near('libs/ids/src/ids.ts');
    expect(found[0]).toBe('libs/ids/src/ids.spec.ts');
    expect(found.slice(1).toSorted()).toEqual(['apps/crm/src/leads/leads.spec.ts', 'test/leads.spec.ts']);
  });

  it('are also those beside it', () => {
    expect(near('apps/crm/src/leads/leads.ts').toSorted()).toEqual([
      'apps/crm/src/leads/lead-texts.spec.ts',
      'apps/crm/src/leads/leads.spec.ts',
      'test/leads.spec.ts',
    ]);
  });

  it('are a changed spec itself, and none for a page of the docs', () => {
    expect(near('apps/mail/src/mail.spec.ts')).toEqual(['apps/mail/src/mail.spec.ts']);
    expect(near('docs/mail.md')).toEqual([]);
  });
});

describe('the changed files', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.test', ...args], { cwd: root });

  it('are those of the branch and those that are not committed, without deleted ones', () => {
    git('init', '-q', '-b', 'main');
    write({ '.gitignore': 'ignored', 'a.ts': '', 'b.ts': '', 'gone.ts': '' });
    git('add', '.');
    git('commit', '-qm', 'first');
    git('checkout', '-qb', 'branch');
    write({ 'b.ts': 'changed' });
    rmSync(join(root, 'gone.ts'));
    git('add', '.');
    git('commit', '-qm', 'second');
    write({ 'c d.ts': 'new', ignored: '' });
    expect(changedFiles(root)).toEqual(['b.ts', 'c d.ts']);
  });
});
