import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv, type ValidateFunction } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPS, type AppUnderTest } from '../support/apps.js';
import { EveryApp } from '../support/every-app.js';
import { type OpenApi, type Operation, operationsOfDocument } from '../support/operations.js';
import { sampleBody } from '../support/sample-body.js';
import { toolFile } from '../support/tools.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** No linter reports what it does, or asks for a newer version of itself. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Formats that fields have. */
const FORMATS = {
  binary: true,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  email: /^[^\s@]+@[^\s@]+$/,
  uri: (text: string) => URL.canParse(text),
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
} as const;

let folder: string;
const documents = new Map<string, OpenApi>();
let spectral: { source: string }[];

const fileOf = ({ name }: AppUnderTest): string => join(folder, `${name}.json`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  const every = await EveryApp.start();
  for (const app of APPS) await saveDocument(app, every);
  await every.close();
  // It takes longer to start than to read a document.
  const args = ['--format=json', '--quiet', '--ruleset=.spectral.yaml'];
  spectral = (await lint('spectral', [...APPS.map(fileOf), ...args])) as typeof spectral;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function saveDocument(app: AppUnderTest, every: EveryApp): Promise<void> {
  const { text, body } = await app.anonymousIn(every).get('/openapi.json');
  documents.set(app.name, body as OpenApi);
  await writeFile(fileOf(app), text);
}

/** Runs a linter and returns its findings as it writes them in JSON; it exits with an error when there are any. */
async function lint(tool: 'redocly' | 'spectral', args: string[]): Promise<unknown> {
  const options = { cwd: ROOT, env: { ...process.env, ...OFFLINE }, maxBuffer: 64 * 1024 * 1024 };
  const run = promisify(execFile)(toolFile('.bin', tool), ['lint', ...args], options);
  const { stdout } = await run.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  return JSON.parse(stdout);
}

/** A check of bodies by the schemas of a document. */
function bodyCheckOf(document: OpenApi): (operation: Operation) => ValidateFunction {
  const ajv = new Ajv({ strict: false, formats: FORMATS });
  ajv.addSchema(document, 'document');
  return ({ described }) => {
    const { schema } = described.requestBody!.content!['application/json']!;
    const text = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"document#');
    return ajv.compile(JSON.parse(text) as object);
  };
}

describe.each(APPS)('the OpenAPI document of $name', (app) => {
  it('has neither errors nor warnings by the rules of redocly.yaml', async () => {
    const { problems } = (await lint('redocly', [fileOf(app), '--format=json'])) as { problems: unknown[] };
    expect(problems).toEqual([]);
  });

  it('has neither errors nor warnings by the rules of .spectral.yaml, whose examples fit their schemas', () => {
    expect(spectral.filter(({ source }) => source.endsWith(`/${app.name}.json`))).toEqual([]);
  });

  it('has examples of all that a body requires, which are valid together', () => {
    const document = documents.get(app.name)!;
    const checkOf = bodyCheckOf(document);
    const faults = operationsOfDocument(document)
      .filter(({ bodySchema }) => bodySchema)
      .flatMap((operation) => {
        const check = checkOf(operation);
        return check(sampleBody(operation)) ? [] : [{ operation: operation.name, errors: check.errors }];
      });
    expect(faults).toEqual([]);
  });
});
