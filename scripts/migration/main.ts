import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createMigration } from './create.js';
import { databaseUrlOf } from '../stack/database-url.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const USAGE = `npm run migration -- <app> <command>

  create <name>   writes an empty migration and registers it
  run             runs the pending migrations
  revert          reverts the last migration
  show            lists the migrations; [X] has been run

The database is DATABASE_OWNER_URL, or that of the running stack (DATA_DIR, default .data).`;

const [app, command, name] = process.argv.slice(2);
const apps = readdirSync(join(ROOT, 'apps')).filter((one) => existsSync(join(ROOT, 'apps', one, 'migrations')));

if (!app || !command || !apps.includes(app)) exit(`${USAGE}\n\nApps: ${apps.join(', ')}`);
else if (command === 'create' && name) console.log(createMigration(join(ROOT, 'apps', app), name, new Date()));
else if (command === 'run') execute(app, [join(ROOT, `dist/apps/${app}/src/migrate.js`)]);
else if (command === 'revert' || command === 'show') execute(app, [...typeOrm(command)]);
else exit(USAGE);

function typeOrm(verb: string): string[] {
  return [join(ROOT, 'node_modules/typeorm/cli.js'), `migration:${verb}`, '-d', join(ROOT, 'dist/ormconfig.js')];
}

function execute(owner: string, args: string[]): void {
  const env = { ...process.env, MIGRATION_APP: owner, DATABASE_OWNER_URL: databaseUrlOf(owner, 'owner', process.env) };
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' });
  // TypeORM's `show` exits with 1 if migrations are pending, which is not an error here.
  process.exitCode = command === 'show' ? 0 : (status ?? 1);
}

function exit(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
