import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMigration } from './create.js';

const NOW = new Date(1_900_000_000_000);
const INDEX = `import type { Migrations } from '#libs/core/persistence';
import { First1 } from './1-first.js';

export const migrations: Migrations = [
  First1,
];
`;

let appDir: string;

beforeEach(() => {
  appDir = mkdtempSync(join(tmpdir(), 'migration-'));
  mkdirSync(join(appDir, 'migrations'));
  writeFileSync(join(appDir, 'migrations/index.ts'), INDEX);
});
afterEach(() => rmSync(appDir, { recursive: true }));

describe('a new migration', () => {
  it('is a file with a class, both named by the time', () => {
    const file = createMigration(appDir, 'add-lease', NOW);
    expect(basename(file)).toBe('1900000000000-add-lease.ts');
    expect(readFileSync(file, 'utf8')).toContain('export class AddLease1900000000000 implements MigrationInterface');
  });

  it('is registered after those before it', () => {
    createMigration(appDir, 'add-lease', NOW);
    const index = readFileSync(join(appDir, 'migrations/index.ts'), 'utf8');
    expect(index).toContain(`import { AddLease1900000000000 } from './1900000000000-add-lease.js';`);
    expect(index).toMatch(/First1,\n {2}AddLease1900000000000,\n\];\n$/);
  });

  it('comes after a migration with a version in the future', () => {
    writeFileSync(join(appDir, 'migrations/1999000000000-later.ts'), '');
    expect(basename(createMigration(appDir, 'add-lease', NOW))).toBe('1999000000001-add-lease.ts');
  });

  it('has a name in kebab-case', () => {
    expect(() => createMigration(appDir, '../Add lease', NOW)).toThrow('kebab-case');
  });
});
