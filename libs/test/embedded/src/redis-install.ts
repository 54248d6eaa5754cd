import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NAMES = ['redis-server', 'valkey-server'];

/**
 * Path of the Redis server program. Installs it with apt-get if it is missing and we are root, which takes seconds and
 * needs the network.
 * @param path value of the `PATH` variable
 * @throws Error with one line that says what to do
 */
export async function ensureRedisServer(path: string): Promise<string> {
  const found = findOn(path);
  if (found) return found;
  const apt = locate('apt-get', path);
  if (!apt || process.getuid?.() !== 0) throw new Error(instructions());
  await install(apt);
  const installed = findOn(path);
  if (!installed) throw new Error(instructions());
  return installed;
}

function findOn(path: string): string | undefined {
  return NAMES.map((name) => locate(name, path)).find((file) => file !== undefined);
}

function locate(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .map((dir) => join(dir, name))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function install(apt: string): Promise<void> {
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    DEBIAN_FRONTEND: 'noninteractive',
  };
  const options = { env, timeout: 300_000 };
  try {
    await run(apt, ['update', '-qq'], options);
    await run(apt, ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], options);
  } catch (cause) {
    throw new Error(instructions(), { cause });
  }
}

function instructions(): string {
  const command = process.platform === 'darwin' ? 'brew install redis' : 'apt-get install redis-server (as root)';
  return `Redis is not installed: run "${command}", or set REDIS_URL to a running Redis`;
}
