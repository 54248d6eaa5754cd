import { readFileSync, writeFileSync } from 'node:fs';

const HEAD = `# Spec files that were unstable in the last run of continuous integration: they failed, and passed when they ran again by
# themselves. One that is unstable in the next run, too, fails it. The run writes this list (see docs/testing.md).
`;

/** Returns the files of a list; there may be none yet. */
export function readUnstable(path) {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.map((line) => line.trim()).filter((line) => line && !line.startsWith('#'));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Returns the list after a run. A listed file that this run left out stays on it; one that was stable leaves it. */
export function nextList(listed, ran, unstable) {
  return [...new Set([...listed.filter((file) => !ran.includes(file)), ...unstable])].toSorted();
}

export function writeUnstable(path, files) {
  writeFileSync(path, HEAD + files.map((file) => `${file}\n`).join(''));
}
