import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { databaseUrlOf } from '../stack/database-url.js';

const ROOT = resolve(import.meta.dirname, '../../..');

try {
  const env = { ...process.env, DATABASE_SYSTEM_URL: databaseUrlOf('identity', 'system', process.env) };
  const command = resolve(ROOT, 'dist/apps/identity/src/make-operator.js');
  const { status } = spawnSync(process.execPath, [command, ...process.argv.slice(2)], { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
