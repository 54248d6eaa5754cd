import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseUrlOf } from '../stack/database-url.js';
import { readDevFile } from '../stack/read-dev-file.js';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The environment with the address of identity, which the link of a new operator needs. */
function withIdentity(): NodeJS.ProcessEnv {
  const { ISSUER, PUBLIC_URL } = process.env;
  const devFile = join(resolve(process.env['DATA_DIR'] || '.data'), 'dev.json');
  if (ISSUER || PUBLIC_URL || !existsSync(devFile)) return process.env;
  return { ...process.env, ISSUER: readDevFile(devFile).urls.identity };
}

try {
  const env = { ...withIdentity(), DATABASE_SYSTEM_URL: databaseUrlOf('identity', 'system', process.env) };
  const command = resolve(ROOT, 'dist/apps/identity/src/make-operator.js');
  const { status } = spawnSync(process.execPath, [command, ...process.argv.slice(2)], { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
