import { readFileSync } from 'node:fs';

const SLOWEST = 20;

/** Returns the lines that say which spec files took longest. */
export function slowestFiles(files) {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  return [
    '',
    'slowest spec files:',
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`),
  ];
}

/** Returns the line that says what the spec files started, from a file with a word for each start. */
export function startsLine(path) {
  const starts = new Map();
  for (const word of wordsOf(path)) starts.set(word, (starts.get(word) ?? 0) + 1);
  const of = (word) => starts.get(word) ?? 0;
  return `started ${of('app')} apps in the workers and ${of('process')} as processes; cloned ${of('database')} databases`;
}

function wordsOf(path) {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Returns the lines about the tests that failed for good. Their traces stand far above, where the output may be cut off. */
export function failureLines({ failures }) {
  return failures.map(({ file, test, error }) => `failed: ${file} > ${test}: ${error}`);
}

/** Returns the lines about files that passed only in their second run. */
export function unstableLines({ unstable, unstableAgain }) {
  return [
    ...unstable.map((file) => `unstable: ${file}`),
    ...unstableAgain.map((file) => `${file} was unstable in the last run of CI, too: repair it before anything else`),
  ];
}

/** Returns the lines that say how the list of unstable files has to change. */
export function listLines(path, listed, next, isWritten) {
  const added = next.filter((file) => !listed.includes(file));
  const removed = listed.filter((file) => !next.includes(file));
  if (added.length + removed.length === 0) return [];
  const verb = isWritten ? `${path} was written; commit it` : `${path} would change in a run of CI`;
  return [`${verb}:`, ...added.map((file) => `  + ${file}`), ...removed.map((file) => `  - ${file}`)];
}
