import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Environment } from './load-config.js';

export interface BuildInfo {
  version: string;
  commit: string;
}

const UNKNOWN = 'unknown';

/** Version of package.json; commit from `GIT_COMMIT`, else from `.git`, else "unknown". */
export function readBuildInfo(environment: Environment = process.env): BuildInfo {
  const root = findRoot(dirname(fileURLToPath(import.meta.url)));
  if (!root) return { version: UNKNOWN, commit: environment['GIT_COMMIT'] || UNKNOWN };
  return {
    version: versionOf(root),
    commit: environment['GIT_COMMIT'] || checkedOutCommit(join(root, '.git')) || UNKNOWN,
  };
}

/** The nearest parent directory with a package.json (dist/ has none). */
function findRoot(start: string): string | undefined {
  for (let directory = start; ; directory = dirname(directory)) {
    if (readText(join(directory, 'package.json')) !== undefined) return directory;
    if (dirname(directory) === directory) return undefined;
  }
}

function versionOf(root: string): string {
  const manifest = JSON.parse(readText(join(root, 'package.json')) ?? '{}') as { version?: string };
  return manifest.version ?? UNKNOWN;
}

function checkedOutCommit(gitDirectory: string): string | undefined {
  const head = readText(join(gitDirectory, 'HEAD'))?.trim();
  const reference = head?.match(/^ref: (.+)$/)?.[1];
  if (!reference) return head;
  const loose = readText(join(gitDirectory, reference))?.trim();
  return loose ?? packedCommit(gitDirectory, reference);
}

function packedCommit(gitDirectory: string, reference: string): string | undefined {
  const lines = readText(join(gitDirectory, 'packed-refs'))?.split('\n') ?? [];
  return lines.find((line) => line.endsWith(` ${reference}`))?.split(' ')[0];
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
