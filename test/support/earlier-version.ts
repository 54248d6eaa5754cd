import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const VERSIONS = join(process.env['TEST_DATA_DIR'] ?? join(ROOT, '.data/test'), 'versions');

const run = promisify(execFile);

/** The types were checked when the version was made. */
const COMPILE = {
  extends: './tsconfig.json',
  compilerOptions: { noCheck: true, sourceMap: false, incremental: false, tsBuildInfoFile: null },
  include: ['apps', 'libs'],
  exclude: ['**/*.spec.ts', 'libs/test/testing', 'libs/test/testing'],
};

/** Whether this checkout has no history to build from: a shallow clone, or sources without git. */
export function hasNoHistory(): boolean {
  try {
    const args = ['rev-parse', '--is-shallow-repository'];
    return (
      execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim() === 'true'
    );
  } catch {
    return true;
  }
}

/**
 * Compiles an app of an earlier version from the history, once, and returns the directory that has its `dist`. It uses the
 * packages that are installed now.
 * @throws Error if the history ends before the commit
 */
export async function builtVersion(commit: string, app: string): Promise<string> {
  const version = join(VERSIONS, `${app}-${commit}`);
  if (existsSync(version)) return version;
  await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).catch(() => {
    throw new Error(`The history has no commit ${commit}, which this test builds`);
  });
  const unfinished = `${version}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const archive = join(unfinished, 'sources.tar');
  await run('git', ['archive', `--output=${archive}`, commit, `apps/${app}`, 'libs', 'package.json', 'tsconfig.json'], {
    cwd: ROOT,
  });
  await run('tar', ['-xf', archive], { cwd: unfinished });
  rmSync(archive);
  symlinkSync(join(ROOT, 'node_modules'), join(unfinished, 'node_modules'));
  writeFileSync(join(unfinished, 'tsconfig.earlier.json'), JSON.stringify(COMPILE));
  await run(process.execPath, [join(ROOT, 'node_modules/typescript-7/bin/tsc'), '-p', 'tsconfig.earlier.json'], {
    cwd: unfinished,
  });
  renameSync(unfinished, version);
  return version;
}
