/** With more failed files than this, something is broken as a whole, and a second run would only cost time. */
export const MOST_FILES_AGAIN = 15;

/**
 * Returns the files that get a second run: those that failed, unless so many failed, or something failed that belongs to
 * no file. Such a fault is not repeated, so it fails the run in any case.
 */
export function filesToRunAgain({ files, faults }) {
  const failed = files.filter((file) => file.failed > 0).map(({ file }) => file);
  return faults.length > 0 || failed.length > MOST_FILES_AGAIN ? [] : failed;
}

/**
 * Judges a run from its report and the reports of the second runs, by file. What a file did in its second run counts.
 * @param {string[]} listed the files that were unstable in the last run of CI; unstable again, they fail the run
 */
export function judge(report, second, listed) {
  const files = report.files.map((first) => countOf(first, second.get(first.file)));
  const unstable = [...second.keys()].filter((file) => !hasFailed(second.get(file), file));
  const unstableAgain = unstable.filter((file) => listed.includes(file));
  const faults = [...report.faults, ...[...second.values()].flatMap((one) => one.faults)];
  return {
    failures: files.flatMap(({ file, failures = [] }) => failures.map((failure) => ({ file, ...failure }))),
    passed: sum(files.map(({ passed }) => passed)),
    failed: sum(files.map(({ failed }) => failed)) + faults.length + unstableAgain.length,
    faults,
    unstable,
    unstableAgain,
  };
}

function countOf(first, again) {
  return again?.files.find(({ file }) => file === first.file) ?? first;
}

/** A second run without a result is no pass. */
function hasFailed({ files, faults }, file) {
  const result = files.find((one) => one.file === file);
  return faults.length > 0 || !result || result.failed > 0;
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}
