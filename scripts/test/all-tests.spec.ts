import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Runs the spec files of a project, as `npm test` does it. */
const RUN = `
  const { AllTests } = await import('${join(ROOT, 'scripts/test/all-tests.mjs')}');
  const lanes = process.argv.slice(1).map((name) => ({ name, args: ['--dir=' + name] }));
  const tests = new AllTests(process.cwd(), lanes);
  await tests.runLanes();
  await tests.runAgain();
  const { passed, failed } = tests.conclude();
  console.log(passed + ' passed, ' + failed + ' failed');
`;

const test = (body: string) => `import { existsSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
it('holds', async () => {
${body}
});
it('holds, too', () => expect(1).toBe(1));
`;
const PASSES = test('expect(1).toBe(1);');
const FAILS = test('expect(1).toBe(2);');
/** Fails the first time in its folder. */
const FAILS_ONCE = test(`const isSecond = existsSync('been-here');
writeFileSync('been-here', '');
expect(isSecond).toBe(true);`);
const FAILING_HOOK = `import { beforeAll, describe, it } from 'vitest';
describe('a suite', () => {
  beforeAll(() => { throw new Error('cannot be prepared'); });
  it('holds', () => undefined);
});
`;
const DIES = test(`process.kill(process.pid, 'SIGKILL'); await new Promise(() => undefined);`);
const LEAVES_AN_ERROR = test(
  `setTimeout(() => { throw new Error('left behind'); }); await new Promise((r) => setTimeout(r, 20));`,
);

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'all-tests-'));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const folder of ['one', 'two', '.ci']) mkdirSync(join(root, folder));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(root, 'vitest.config.js'), 'export default { test: { pool: "forks", maxWorkers: 1 } };');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(specs: Record<string, string>): void {
  for (const [name, text] of Object.entries(specs)) writeFileSync(join(root, name), text);
}

/** @param lanes folders, each with a Vitest of its own @returns the lines it printed */
function runTests({ lanes = ['.'], isCi = false } = {}): Promise<string[]> {
  const env = { PATH: process.env['PATH'], NO_COLOR: '1', CI: isCi ? 'true' : '' };
  const args = ['--input-type=module', '-e', RUN, ...lanes];
  return new Promise((done) =>
    execFile(process.execPath, args, { cwd: root, env }, (_error, output) => done(output.trimEnd().split('\n'))),
  );
}

describe('a run of all tests', () => {
  it('runs failed files again, and fails for a file that is unstable in two runs of CI in a row', async () => {
    write({ 'one/a.spec.js': FAILS_ONCE, 'two/b.spec.js': FAILS, 'two/c.spec.js': PASSES });
    const first = await runTests({ lanes: ['one', 'two'], isCi: true });
    expect(first.filter((line) => line.startsWith('again, by itself: '))).toHaveLength(2);
    const summary = first.slice(first.indexOf('slowest spec files:'));
    expect(summary.filter((line) => line.endsWith('.spec.js'))).toHaveLength(3 + 2);
    expect(summary).toContain('unstable: one/a.spec.js');
    expect(summary.filter((line) => line.startsWith('failed: '))).toEqual([
      'failed: two/b.spec.js > holds: expected 1 to be 2 // Object.is equality',
    ]);
    expect(summary.slice(-3)).toEqual([
      '.ci/unstable.txt was written; commit it:',
      '  + one/a.spec.js',
      '5 passed, 1 failed',
    ]);

    for (const gone of ['been-here', 'two/b.spec.js']) rmSync(join(root, gone));
    const second = await runTests({ isCi: true });
    expect(second).toContain('one/a.spec.js was unstable in the last run of CI, too: repair it before anything else');
    expect(second.at(-1)).toBe('4 passed, 1 failed');

    const third = await runTests();
    expect(third.slice(-3)).toEqual([
      '.ci/unstable.txt would change in a run of CI:',
      '  - one/a.spec.js',
      '4 passed, 0 failed',
    ]);
    expect(readFileSync(join(root, '.ci/unstable.txt'), 'utf8')).toContain('\none/a.spec.js\n');
  });

  it.each([
    ['a worker that dies', DIES, 'one/a.spec.js did not end'],
    ['an error that belongs to no test', LEAVES_AN_ERROR, 'left behind'],
  ])('fails for %s, without a second run', async (_, spec, said) => {
    write({ 'one/a.spec.js': spec, 'two/b.spec.js': FAILS_ONCE });
    const lines = await runTests();
    expect(lines.find((line) => line.startsWith('fault: ') && line.includes(said))).toBeDefined();
    expect(lines.find((line) => line.startsWith('again'))).toBeUndefined();
    expect(Number(/(\d+) failed$/.exec(lines.at(-1)!)![1])).toBeGreaterThan(1);
  });

  it('names what failed outside the tests of a file', async () => {
    write({ 'one/a.spec.js': `throw new Error('cannot be read');`, 'two/b.spec.js': FAILING_HOOK });
    const failures = (await runTests()).filter((line) => line.startsWith('failed: '));
    expect(failures.toSorted()).toEqual([
      'failed: one/a.spec.js > the file itself: cannot be read',
      'failed: two/b.spec.js > a suite: cannot be prepared',
    ]);
  });

  it('fails when there is no spec file', async () => {
    const lines = await runTests();
    expect(lines.slice(-2)).toEqual(['fault: no spec file was found', '0 passed, 1 failed']);
  });
});
