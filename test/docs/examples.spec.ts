import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DnsSink } from '#libs/testing';
import { crmStack } from '../support/crm-stack.js';
import type { HttpClient } from '../support/http-client.js';
import { pagesStack } from '../support/pages-stack.js';
import { mailStack } from '../support/mail-stack.js';
import { platformStack, type PlatformStack } from '../support/platform-stack.js';

const DOCS = resolve(import.meta.dirname, '../../docs');
const PLATFORM = /http:\/\/127\.0\.0\.1:3000/g;
/** Examples that need more of a running stack than the platform: its inbox, its port for reports. */
const ELSEWHERE = /127\.0\.0\.1:30(?!00)|smtp:\/\//;

let stack: PlatformStack;
let directory: string;

beforeAll(async () => {
  stack = await platformStack({ environment: { PUBLIC_URL: 'https://api.service.test' } });
  directory = mkdtempSync(join(tmpdir(), 'examples-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await stack?.close();
});

/** What a page tells its reader to type, as one script: an example may need what the one before it set. */
function scriptOf(page: string, address = PLATFORM, elsewhere: RegExp | null = ELSEWHERE, url = stack.url): string {
  const text = readFileSync(join(DOCS, page), 'utf8');
  const blocks = [...text.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const examples = blocks.filter((block) => /\bcurl\b/.test(block) && !elsewhere?.test(block));
  return examples.join('\n').replace(address, url);
}

/** Stops at the first call that is refused, and says with what. */
const STRICT = 'set -eo pipefail\ncurl() { command curl -sS --fail-with-body "$@"; echo; }\n';

describe('the examples of a page', () => {
  it.each(['email.md', 'sms.md', 'push.md', 'templates.md', 'contacts.md', 'campaigns.md', 'plans.md', 'feedback.md'])(
    'work as they stand: %s',
    async (page) => {
      const tenant = await stack.createTenant();
      const memberships = [{ tenantId: tenant.id, slug: tenant.slug, role: 'owner' as const }];
      const { secret } = await tenant.createKey();
      const { token } = await stack.createSession({ operator: false, memberships });
      const script = scriptOf(page);
      expect(script).toContain(stack.url);
      const run = promisify(execFile)('bash', ['-c', STRICT + script], {
        cwd: directory,
        env: { PATH: process.env['PATH'], KEY: secret, SESSION: token },
      });
      await expect(run.then(() => 'done')).resolves.toBe('done');
    },
  );

  it('work as they stand: landing-pages/graphql.md', async () => {
    const pages = await pagesStack({ pages: { ROLE: 'api' } });
    try {
      const session = await (await pages.createTenant()).session();
      const script = scriptOf('landing-pages/graphql.md', /http:\/\/127\.0\.0\.1:3002/g, null, pages.url);
      expect(await graphqlAnswersOf(script, session)).toEqual([
        { data: expect.anything() },
        { data: expect.anything() },
      ]);
    } finally {
      await pages.close();
    }
  });

  it('work as they stand: mail/domains.md', async () => {
    const dns = await DnsSink.start();
    const mail = await mailStack({ ROLE: 'api', DNS_SERVER: dns.server });
    try {
      const { fixedHeaders } = await (await mail.createTenant()).session();
      const script = scriptOf('mail/domains.md', /http:\/\/127\.0\.0\.1:3001/g, null, mail.url);
      const run = promisify(execFile)('bash', ['-c', STRICT + script], {
        env: { PATH: process.env['PATH'], SESSION: String(fixedHeaders['authorization']).replace('Bearer ', '') },
      });
      await expect(run.then(() => 'done')).resolves.toBe('done');
    } finally {
      await mail.close();
      await dns.stop();
    }
  });

  it('work as they stand: crm/graphql.md', async () => {
    const crm = await crmStack({ ROLE: 'api' });
    try {
      const session = await (await crm.createTenant()).session();
      const script = scriptOf('crm/graphql.md', /http:\/\/127\.0\.0\.1:3003/g, null, crm.url);
      const [, , list] = await graphqlAnswersOf(script, session);
      expect(list).toMatchObject({ data: { contacts: { edges: [{ node: { nome: 'Ana Lima' } }] } } });
    } finally {
      await crm.close();
    }
  });
});

/** The answers to the calls of a script, one a line. */
async function graphqlAnswersOf(script: string, { fixedHeaders }: HttpClient): Promise<object[]> {
  const { authorization = '' } = fixedHeaders;
  const { stdout } = await promisify(execFile)('bash', ['-c', STRICT + script], {
    env: { PATH: process.env['PATH'], SESSION: authorization.replace('Bearer ', '') },
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  const answers = lines.map((line) => JSON.parse(line) as { errors?: unknown });
  for (const answer of answers) expect(answer.errors).toBeUndefined();
  return answers;
}
