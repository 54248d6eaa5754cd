import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceConfig } from '#libs/config';
import { CrmConfig } from '../../apps/crm/src/config.js';
import { createCrm } from '../../apps/crm/src/crm.js';
import { MailConfig } from '../../apps/mail/src/config.js';
import { createMail } from '../../apps/mail/src/mail.js';
import { PagesConfig } from '../../apps/pages/src/config.js';
import { createPages } from '../../apps/pages/src/pages.js';
import { RuntimeConfig } from '../../apps/runtime/src/config.js';
import { createRuntime } from '../../apps/runtime/src/runtime.js';
import { appStack, type StartableApp } from '../support/app-stack.js';
import { HttpClient } from '../support/http-client.js';
import { identityStack } from '../support/identity-stack.js';
import { platformStack } from '../support/platform-stack.js';
import { toolFile } from '../support/tools.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** No linter reports what it does, or asks for a newer version of itself. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const LINT_MS = 120_000;

interface Started {
  anonymous: HttpClient;
  close(): Promise<void>;
}

async function started<C extends ServiceConfig>(startable: StartableApp<C>): Promise<Started> {
  const { app, url, view, mail, database } = await appStack(startable, {
    environment: { ROLE: 'api', IDENTITY_URL: 'http://127.0.0.1:9' },
  });
  const close = async (): Promise<void> => {
    await app.close();
    view.close();
    await mail.stop();
    await database.drop();
  };
  return { anonymous: new HttpClient(url), close };
}

const APPS: Record<string, () => Promise<Started>> = {
  identity: () => identityStack(),
  platform: () => platformStack({ environment: { ROLE: 'api' } }),
  mail: () => started({ name: 'mail', config: MailConfig, create: createMail }),
  pages: () => started({ name: 'pages', config: PagesConfig, create: createPages }),
  runtime: () => started({ name: 'runtime', database: 'pages', config: RuntimeConfig, create: createRuntime }),
  crm: () => started({ name: 'crm', config: CrmConfig, create: createCrm }),
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  for (const [app, start] of Object.entries(APPS)) {
    const stack = await start();
    await saveDocument(app, stack.anonymous);
    await stack.close();
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fileOf = (app: string): string => join(folder, `${app}.json`);

async function saveDocument(app: string, client: HttpClient): Promise<void> {
  const { body } = await client.get('/openapi.json');
  await writeFile(fileOf(app), JSON.stringify(body));
}

/** What a linter found, as it says it in JSON; it fails when it finds something. */
async function lint(tool: 'redocly' | 'spectral', args: string[]): Promise<unknown> {
  const options = { cwd: ROOT, env: { ...process.env, ...OFFLINE }, maxBuffer: 64 * 1024 * 1024 };
  const run = promisify(execFile)(toolFile('.bin', tool), ['lint', ...args], options);
  const { stdout } = await run.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  return JSON.parse(stdout);
}

describe.each(Object.keys(APPS))('the OpenAPI document of %s', (app) => {
  it(
    'has neither errors nor warnings by the rules of redocly.yaml',
    async () => {
      const { problems } = (await lint('redocly', [fileOf(app), '--format=json'])) as { problems: unknown[] };
      expect(problems).toEqual([]);
    },
    LINT_MS,
  );

  it(
    'has neither errors nor warnings by the rules of .spectral.yaml',
    async () => {
      expect(await lint('spectral', [fileOf(app), '--format=json', '--quiet', '--ruleset=.spectral.yaml'])).toEqual([]);
    },
    LINT_MS,
  );
});
