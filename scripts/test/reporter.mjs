// A Vitest reporter: writes a line for each spec file as it ends, so that a run that dies leaves what it knew.
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

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
    const tests = [...module.children.allTests()].map((test) => test.result().state);
    const failed = tests.filter((state) => state === 'failed').length;
    const { collectDuration, setupDuration, prepareDuration, duration } = module.diagnostic();
    this.#write({
      file: this.#nameOf(module.moduleId),
      seconds: (collectDuration + setupDuration + prepareDuration + duration) / 1000,
      passed: tests.filter((state) => state === 'passed').length,
      // A file whose import or hook failed may have no failed test.
      failed: module.state() === 'failed' ? Math.max(failed, 1) : failed,
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

function textOf(error) {
  const causes = (error.errors ?? []).map(({ message }) => message);
  return [error.message ?? String(error), ...causes].join('; ');
}
