import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DnsSink, waitUntil } from '#libs/testing';
import { Database } from '#libs/persistence';
import { Blobs } from '#libs/storage';
import { MessageStore } from '../../apps/mail/src/messages/message-store.js';
import { crmStack, type CrmStack } from '../support/crm-stack.js';
import type { HttpClient } from '../support/http-client.js';
import { pagesStack } from '../support/pages-stack.js';
import { newMessage } from '../support/mail-fixtures.js';
import { createDomain, createMailbox } from '../support/mail-mailboxes.js';
import { mailStack } from '../support/mail-stack.js';
import { platformStack, type PlatformStack } from '../support/platform-stack.js';

const DOCS = resolve(import.meta.dirname, '../../docs');
const MAIL = /http:\/\/127\.0\.0\.1:3001/g;
const CRM_URL = 'http://127.0.0.1:3003';
const CRM = new RegExp(CRM_URL, 'g');
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

  it('work as they stand: graphql.md', async () => {
    const session = await (await stack.createTenant()).session();
    const answers = await graphqlAnswersOf(scriptOf('graphql.md'), session);
    expect(answers).toEqual([{ data: expect.anything() }, { data: expect.anything() }]);
  });

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

  it.each(['webmail.md', 'composing.md', 'rules.md', 'graphql.md'])('work as they stand: mail/%s', async (page) => {
    const mail = await mailStack({ ROLE: 'api' });
    try {
      const tenant = await mail.createTenant();
      const { userId, client } = await tenant.member('owner');
      const { domain } = await createDomain(mail.app, tenant.id, { name: 'shop.test' });
      const mailbox = await createMailbox(mail.app, domain, 'ana', [{ userId, role: 'owner' }]);
      const { hash, bytes } = await mail.app
        .get(Blobs, { strict: false })
        .write(tenant.id, [Buffer.from('\r\nHi')], 10);
      const message = await mail.app.get(Database, { strict: false }).tenant(tenant.id, (tx) => {
        const store = mail.app.get(MessageStore, { strict: false });
        return store.insert(tx, tenant.id, newMessage(mailbox, { blobHash: hash, bytes }));
      });
      const script = scriptOf(`mail/${page}`, MAIL, null, mail.url);
      expect(script).toContain(mail.url);
      const env = { ...shellOf(client), MAILBOX: mailbox.id, MESSAGE: message.id };
      const { stdout } = await promisify(execFile)('bash', ['-c', STRICT + script], { cwd: directory, env });
      // GraphQL answers errors with 200.
      expect(stdout).not.toContain('"errors"');
    } finally {
      await mail.close();
    }
  });

  it('work as they stand: mail/domains.md', async () => {
    const dns = await DnsSink.start();
    const mail = await mailStack({ ROLE: 'api', DNS_SERVER: dns.server });
    try {
      const env = shellOf(await (await mail.createTenant()).session());
      const script = scriptOf('mail/domains.md', MAIL, null, mail.url);
      const run = promisify(execFile)('bash', ['-c', STRICT + script], { env });
      await expect(run.then(() => 'done')).resolves.toBe('done');
    } finally {
      await mail.close();
      await dns.stop();
    }
  });

  describe('on the CRM', () => {
    let crm: CrmStack;
    beforeAll(async () => (crm = await crmStack()));
    afterAll(() => crm?.close());

    const PAGES = readdirSync(join(DOCS, 'crm')).filter((page) => scriptOf(`crm/${page}`, CRM, null, CRM_URL) !== '');

    it.each(PAGES)('work as they stand: crm/%s', async (page) => {
      const session = await (await crm.createTenant()).session('owner');
      // Two that may be one person.
      const [contact, other] = await Promise.all(
        ['ana@example.com', 'ana+feira@example.com'].map((email) => session.post('/v1/contatos', { email })),
      );
      const size = { chave: 'porte', rotulo: 'Porte', tipo: 'lista', opcoes: ['pequeno', 'grande'] };
      if (page === 'contact-list.md') await session.post('/v1/campos-personalizados', size);
      const suggestions = () => session.get('/v1/identidades/sugestoes');
      if (page === 'identities.md') await waitUntil(async () => (await suggestions()).body.sugestoes.length > 0);
      const script = scriptOf(`crm/${page}`, CRM, null, crm.url);
      const env = { ...shellOf(session), CONTACT: contact?.body.id, OTHER: other?.body.id };
      const run = promisify(execFile)('bash', ['-c', STRICT + script], { cwd: directory, env });
      await expect(run.then(() => 'done')).resolves.toBe('done');
    });

    it('have no error in the answers of GraphQL', async () => {
      const session = await (await crm.createTenant()).session();
      const [, , list] = await graphqlAnswersOf(scriptOf('crm/graphql.md', CRM, null, crm.url), session);
      expect(list).toMatchObject({ data: { contacts: { edges: [{ node: { nome: 'Ana Lima' } }] } } });
    });
  });
});

/** The environment of a shell whose user has a session. */
function shellOf({ fixedHeaders }: HttpClient): Record<string, string | undefined> {
  const { authorization = '' } = fixedHeaders;
  return { PATH: process.env['PATH'], SESSION: authorization.replace('Bearer ', '') };
}

/** The answers to the calls of a script, one a line. */
async function graphqlAnswersOf(script: string, session: HttpClient): Promise<object[]> {
  const { stdout } = await promisify(execFile)('bash', ['-c', STRICT + script], { env: shellOf(session) });
  const lines = stdout.split('\n').filter((line) => line !== '');
  const answers = lines.map((line) => JSON.parse(line) as { errors?: unknown });
  for (const answer of answers) expect(answer.errors).toBeUndefined();
  return answers;
}
