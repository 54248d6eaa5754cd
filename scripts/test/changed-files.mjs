import { execFileSync } from 'node:child_process';

/**
 * Returns the files that differ from where this branch left `main`, with what is not committed; deleted ones are left out.
 * On `main` itself these are the files that are not committed.
 */
export function changedFiles(root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const list = (...args) =>
    git(...args, '-z')
      .split('\0')
      .filter(Boolean);
  const base = mergeBase(git);
  const tracked = list('diff', '--name-only', '--relative', '--diff-filter=d', base);
  return [...new Set([...tracked, ...list('ls-files', '--others', '--exclude-standard')])].toSorted();
}

function mergeBase(git) {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', 'HEAD', main).trim();
    } catch {
      // A clone may lack one of them.
    }
  }
  return 'HEAD';
}
