import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMigration } from '../../scripts/migration/create.js';
import { readPage, ROOT } from '../support/docs-pages.js';
import { applyInsertions, type Change, changesIn } from '../support/page-example.js';

/** Entries of the repository beside its sources. */
const NOT_COPIED = /^(?:\.git|\.data.*|\.env|backups|coverage|dist|docs|node_modules|tools)$/;

/** The names of the page's migrations, and the times in them. */
const MIGRATIONS: [name: string, at: Date][] = [
  ['add-notes', new Date(1_800_000_000_000)],
  ['add-heading-of-note', new Date(1_800_000_060_000)],
];

/** The feature's own spec, and the suites that hold the lists which every feature enters. */
const SUITES = [
  'apps/platform/src/notes',
  'apps/platform/src/schema.spec.ts',
  'apps/platform/src/graphql/rest-counterparts',
  'test/contract/access.spec.ts',
  'test/isolation/tenant-export.spec.ts',
];
/** Their tests of lists; the rest of them takes minutes, and runs on the real features. */
const TESTS = '^notes|entities describe|have the documented access|has every table and column|are all here';

interface Report {
  numPassedTests: number;
  testResults: { name: string; message: string; assertionResults: { fullName: string; status: string }[] }[];
}

const [pageOfFeature = '', pageOfColumn = ''] = readPage('docs/adding-a-feature.md').split('\n## 13. A column more\n');
const feature = changesIn(pageOfFeature);
const column = changesIn(pageOfColumn);
const changes = [...feature, ...column];

let copy: string;
let running: Promise<Report>;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'feature-'));
  for (const name of readdirSync(ROOT).filter((one) => !NOT_COPIED.test(one)))
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const [name, at] of MIGRATIONS) createMigration(join(copy, 'apps/platform'), name, at);
  for (const change of changes) write(change);
  running = runSuites();
});

afterAll(async () => {
  await running?.catch(() => undefined);
  rmSync(copy, { recursive: true, force: true });
});

function write(change: Change): void {
  const path = join(copy, change.file);
  mkdirSync(dirname(path), { recursive: true });
  const isWhole = 'text' in change;
  writeFileSync(
    path,
    isWhole ? change.text : applyInsertions(change.file, readFileSync(path, 'utf8'), change.insertions),
  );
}

/** Runs the suites in the copy, with servers of their own: the databases of the copy have another schema. */
async function runSuites(): Promise<Report> {
  const report = join(copy, 'report.json');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', ...SUITES, '-t', TESTS, '--reporter=json', `--outputFile=${report}`];
  const { PATH, HOME } = process.env;
  const TEST_DATA_DIR = join(process.env['TEST_DATA_DIR'] ?? join(ROOT, '.data/test'), 'feature');
  const output = await new Promise<string>((resolve) => {
    const env = { PATH, HOME, TEST_DATA_DIR };
    execFile(process.execPath, args, { cwd: copy, env, maxBuffer: 2 ** 27 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Report;
  } catch {
    throw new Error(`The suites did not run: ${output}`);
  }
}

/** Lists the compiler's errors in the files that the page writes or changes. */
function typeErrors(): string[] {
  const { config } = ts.readConfigFile(join(copy, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: object;
  };
  const files = changes.map(({ file }) => join(copy, file)).filter((file) => file.endsWith('.ts'));
  const parsed = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, copy);
  const program = ts.createProgram(parsed.fileNames, { ...parsed.options, noEmit: true, incremental: false });
  const found = files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return source ? ts.getPreEmitDiagnostics(program, source) : [];
  });
  return found.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  );
}

describe('the feature of docs/adding-a-feature.md', () => {
  it('has the seven files that the page names', () => {
    const written = feature.flatMap((change) => ('text' in change ? change.file : []));
    expect(written.filter((file) => file.startsWith('apps/platform/src/notes/')).length).toBe(7);
    expect(written.length).toBe(8);
  });

  it('takes four edits for a column more, beside its test', () => {
    const edits = column.filter(({ file }) => !file.endsWith('.spec.ts'));
    const places = edits.map((change) => ('text' in change ? 1 : change.insertions.length));
    expect(places).toEqual([1, 1, 1, 1]);
    expect(column.length).toBe(edits.length + 1);
  });

  it('compiles', () => expect(typeErrors()).toEqual([]));

  it('does what its spec says, and is in every list that a feature must enter', async () => {
    const { testResults, numPassedTests } = await running;
    const unfinished = testResults.filter(({ assertionResults }) => assertionResults.length === 0);
    const failed = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed'),
    );
    expect(unfinished.map(({ name, message }) => `${name}: ${message}`)).toEqual([]);
    expect(failed.map(({ fullName }) => fullName)).toEqual([]);
    expect(testResults.length).toBe(SUITES.length);
    expect(numPassedTests).toBeGreaterThan(10);
  });
});
