import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { setUpServices } from '../../libs/test/testing/src/global-setup.js';
import type { TemplateSource } from '../../libs/test/testing/src/templates.js';

const ROOT = resolve(import.meta.dirname, '../..');

/** Files that can change a schema: an app's migrations and the code of the libs that they call. */
const SHAPING = /\.(ts|sql)$/;
const NOT_SHAPING = /\.spec\.ts$|^libs\/test\//;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return setUpServices(project, {
    dir: process.env['TEST_DATA_DIR'] ?? join(ROOT, '.data/test'),
    path: process.env['PATH'] ?? '',
    templates: appsWithMigrations().map(templateOf),
    startsFile: process.env['TEST_STARTS'],
  });
}

function appsWithMigrations(): string[] {
  const apps = join(ROOT, 'apps');
  if (!existsSync(apps)) return [];
  return readdirSync(apps).filter((app) => existsSync(migrateFile(app)));
}

function migrateFile(app: string): string {
  return join(ROOT, 'apps', app, 'src/migrate.ts');
}

function templateOf(app: string): TemplateSource {
  return { app, fingerprint: fingerprintOf(app), migrate: (ownerUrl) => migrate(app, ownerUrl) };
}

async function migrate(app: string, ownerUrl: string): Promise<void> {
  const module = (await import(migrateFile(app))) as { migrate(ownerUrl: string): Promise<void> };
  await module.migrate(ownerUrl);
}

function fingerprintOf(app: string): string {
  const files = [
    migrateFile(app),
    ...filesBelow(join(ROOT, 'apps', app, 'migrations')),
    ...filesBelow(join(ROOT, 'libs')),
  ];
  const hash = createHash('sha256');
  for (const file of files.filter(shapesSchema).sort()) hash.update(relative(ROOT, file)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function shapesSchema(file: string): boolean {
  return SHAPING.test(file) && !NOT_SHAPING.test(relative(ROOT, file));
}

function filesBelow(dir: string): string[] {
  if (!existsSync(dir)) return [];
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
