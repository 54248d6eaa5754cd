import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const MODULES = resolve(import.meta.dirname, '../../tools/node_modules');

/**
 * Path of a file below the modules of `tools/`: programs that tests run, and that neither the build nor `npm start` needs.
 * @throws Error that says how to install them
 */
export function toolFile(...path: string[]): string {
  const file = join(MODULES, ...path);
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm ci --prefix tools, or npm test, which does it`);
  return file;
}
