import { readFileSync } from 'node:fs';

/**
 * @typedef {object} FileResult of one spec file
 * @property {string} file path from the root
 * @property {number} seconds
 * @property {number} passed tests
 * @property {number} failed tests; at least 1 if the file failed
 * @property {{ test: string, error: string }[]} [failures] the failed tests and hooks, each with the first line of its error
 *
 * @typedef {object} Report of one Vitest process
 * @property {FileResult[]} files
 * @property {string[]} faults what failed and belongs to no test: unhandled errors, dead workers, a run cut short
 */

/** Returns what the reporter wrote; a file without a report is a run that never began. */
export function readReport(path) {
  try {
    return parseReport(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return parseReport('');
    throw error;
  }
}

/** @returns {Report} */
export function parseReport(text) {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const files = lines.filter(({ file }) => file);
  const done = new Set(files.map(({ file }) => file));
  const lost = lines.flatMap(({ planned }) => planned ?? []).filter((file) => !done.has(file));
  const end = lines.find(({ ended }) => ended);
  const faults = [...(end?.unhandled ?? []), ...lost.map((file) => `${file} did not end`)];
  if (!end) faults.push('Vitest ended without a report');
  else if (end.ended === 'interrupted') faults.push('the run was interrupted');
  return { files, faults };
}

/** Joins the reports of processes that ran different files. A file that ran twice would be counted twice. */
export function joined(reports) {
  const files = reports.flatMap((report) => report.files);
  const names = files.map(({ file }) => file);
  const twice = names.filter((name, index) => names.indexOf(name) < index);
  return {
    files,
    faults: [...reports.flatMap(({ faults }) => faults), ...twice.map((name) => `${name} is in two lanes`)],
  };
}
