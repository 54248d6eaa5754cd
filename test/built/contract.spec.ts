import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { APPS } from '../../scripts/stack/apps.js';

const ROOT = resolve(import.meta.dirname, '../..');

/** The contract with its checker stands beside the repository. */
const CONTRACT = process.env['CONTRACT_DIR'] ?? join(ROOT, '../shared/contract');
const CHECKER = join(CONTRACT, 'check.mjs');

/** The dashboard is no API of the contract. */
const APIS = ['meta', ...APPS.map(({ name }) => name).filter((name) => name !== 'dashboard')];

/** The checker makes a form with the name that it later takes for unknown. */
const FAULTS_OF_THE_CHECKER = [
  'POST /v1/forms/externo/{externalID}/submissions: hostile ids: 4xx for a wrong prefix as {externalID}',
];

interface Failure {
  subject: string;
  expected: string;
  got: string;
}

interface Verdict {
  passed: number;
  failures: Failure[];
}

const { devFile } = inject('builtStack');

const wording = ({ subject, expected }: Failure): string => `${subject}: ${expected}`;

/** All side by side: each one makes so many requests a second at most. */
const verdicts = existsSync(CHECKER) ? new Map(APIS.map((api) => [api, judge(api)])) : undefined;

function judge(api: string): Promise<Verdict> {
  const args = [CHECKER, '--dev', devFile, '--api', api, '--json'];
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { maxBuffer: 256 * 1024 * 1024 }, (_error, stdout, stderr) => {
      // A status of 1 says that something failed; the report says what.
      try {
        done(JSON.parse(stdout) as Verdict);
      } catch {
        fail(new Error(`The checker did not run: ${stderr}`));
      }
    });
  });
}

const place = verdicts ? '' : ` (there is no checker in ${CONTRACT}; CONTRACT_DIR names another place)`;

describe.skipIf(!verdicts)(`the contract of${place}`, () => {
  it.each(APIS)('%s is kept', async (api) => {
    const { passed, failures } = await verdicts!.get(api)!;
    expect(passed).toBeGreaterThan(0);
    expect(failures.filter((one) => !FAULTS_OF_THE_CHECKER.includes(wording(one)))).toEqual([]);
  });
});
