// A Vitest reporter: writes a line for each spec file as it ends, so that a run that dies leaves what it knew.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const MOST_OF_AN_ERROR = 200;

export default class RunReporter {
  #path = process.env.TEST_REPORT;
  #root = process.cwd();

  onInit(vitest) {
    this.#root = vitest.config.root;
  }

  onTestRunStart(specifications) {
    this.#write({ planned: specifications.map(({ moduleId }) => this.#nameOf(moduleId)) });
  }

  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()];
    const inState = (state) => tests.filter((test) => test.result().state === state);
    const failed = inState('failed');
    const { collectDuration, setupDuration, prepareDuration, duration } = module.diagnostic();
    this.#write({
      file: this.#nameOf(module.moduleId),
      seconds: (collectDuration + setupDuration + prepareDuration + duration) / 1000,
      passed: inState('passed').length,
      // A file whose import or hook failed may have no failed test.
      failed: module.state() === 'failed' ? Math.max(failed.length, 1) : failed.length,
      failures: [...failed.map(failureOf), ...hookFailures(module)],
    });
  }

  onTestRunEnd(_modules, unhandledErrors, reason) {
    this.#write({ ended: reason, unhandled: unhandledErrors.map(textOf) });
  }

  #nameOf(path) {
    return relative(this.#root, path);
  }

  #write(line) {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }
}

/** Returns a failed test by its full name, with the first line of its first error. */
function failureOf(test) {
  return { test: test.fullName, error: firstLine(test.result().errors?.[0]) };
}

/** Returns what failed outside tests: the import of the file, or a hook of a suite. */
function hookFailures(module) {
  const suites = [module, ...module.children.allSuites()];
  return suites.flatMap((suite) =>
    suite.errors().map((error) => ({ test: suite.fullName ?? 'the file itself', error: firstLine(error) })),
  );
}

function firstLine(error) {
  return (error?.message ?? 'no error was given').split('\n', 1)[0].slice(0, MOST_OF_AN_ERROR);
}

function textOf(error) {
  const causes = (error.errors ?? []).map(({ message }) => message);
  return [error.message ?? String(error), ...causes].join('; ');
}
