import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/persistence';
import { TenantRemovals } from '#libs/tenant-removal';
import { freePort, waitUntil } from '#libs/testing';
import { TenantPurge } from '../../apps/identity/src/tenant-deletion/tenant-purge.js';
import { type CrmStack, crmStack } from '../support/crm-stack.js';
import { HttpClient } from '../support/http-client.js';
import { type IdentityStack, identityStack, PASSWORD, type TestOwner } from '../support/identity-stack.js';
import { createDomain, createMailbox } from '../support/mail-mailboxes.js';
import { type MailStack, mailStack } from '../support/mail-stack.js';
import { type PagesStack, pagesStack } from '../support/pages-stack.js';
import { type PlatformStack, platformStack } from '../support/platform-stack.js';
import { filesWith, keysWith, rowsWith } from '../support/traces.js';

const WAIT = { timeoutMs: 20_000 };

let identity: IdentityStack;
let platform: PlatformStack;
let mail: MailStack;
let pages: PagesStack;
let crm: CrmStack;
let operator: HttpClient;

beforeAll(async () => {
  const ports = await Promise.all(Array.from({ length: 4 }, () => freePort()));
  const [platformUrl, mailUrl, pagesUrl, crmUrl] = ports.map((port) => `http://127.0.0.1:${port}`) as [
    string,
    string,
    string,
    string,
  ];
  const urls = { PLATFORM_URL: platformUrl, MAIL_URL: mailUrl, PAGES_URL: pagesUrl, CRM_URL: crmUrl };
  identity = await identityStack({ environment: urls });
  const { redisUrl } = identity;
  const shared = { IDENTITY_URL: identity.url, ISSUER: identity.url, REDIS_URL: redisUrl };
  const at = (index: number, ...peers: (keyof typeof urls)[]) => ({
    ...shared,
    PORT: String(ports[index]),
    ...Object.fromEntries(peers.map((peer) => [peer, urls[peer]])),
  });
  [platform, mail, pages, crm] = await Promise.all([
    platformStack({ environment: { ...at(0, 'MAIL_URL'), AUTH_CALLS_PER_MINUTE: '100000' } }),
    mailStack(at(1, 'PLATFORM_URL')),
    pagesStack({ pages: at(2, 'CRM_URL') }),
    crmStack(at(3, 'PLATFORM_URL', 'PAGES_URL')),
  ]);
  await pages.startRuntime({ ...shared, CRM_URL: crmUrl, TRUST_PROXY: '127.0.0.1' });
  operator = clientOf(platform.url, await identity.login(await identity.createOperator()));
});
afterAll(async () => {
  for (const stack of [crm, pages, mail, platform, identity]) await stack?.close();
});

const clientOf = (url: string, secret: string) => new HttpClient(url, { authorization: `Bearer ${secret}` });

interface Account {
  owner: TestOwner;
  key: string;
  /** The dashboard. */
  session: HttpClient;
  sender: HttpClient;
  source: string;
  slug: string;
}

/** A tenant that has something in every app, among it a message that waits to be sent. */
async function createAccount(): Promise<Account> {
  const owner = await identity.createOwner();
  const [token, { secret: key }] = [await identity.login(owner), await identity.createKey(owner)];
  const session = clientOf(platform.url, token);
  const sender = clientOf(platform.url, key);
  const view = { id: owner.tenantId as `acc_${string}`, slug: owner.slug, name: 'Acme', plan: '', products: [] };
  await platform.tenantOf({ ...view, status: 'active' }).verifyDomain(`${owner.slug}.test`);
  const source = `hello@${owner.slug}.test`;
  const account = { owner, key, session, sender, source, slug: `pagina-${owner.slug}` };
  expect((await session.post('/api/contacts', { Email: `ana@${owner.slug}.example` })).status).toBe(201);
  expect((await session.post('/api/suppressions', { Address: `no@${owner.slug}.example` })).status).toBe(201);
  expect((await send(account, { SendAt: new Date(Date.now() + 3_600_000).toISOString() })).status).toBe(202);
  expect((await send(account)).status).toBe(202);
  const { domain } = await createDomain(mail.app, owner.tenantId as `acc_${string}`);
  const mailbox = await createMailbox(mail.app, domain);
  // The two refer to each other.
  await mail.sql('update mail_domain set catch_all_mailbox_id = $1 where id = $2', [mailbox.id, domain.id]);
  const author = clientOf(pages.url, token);
  const campos = [{ nome: 'curriculo', rotulo: 'Currículo', tipo: 'arquivo' }];
  const form = (await author.post('/v1/formularios', { nome: 'Contato', campos })).body.id;
  await pages.sql(
    `insert into published_page (tenant_id, page_id, version, slug, title, html, gzip, brotli, etag, policy, form_ids)
     values ($1, $2, 1, $3, 'Página', 'x', '', '', '"1"', '', array[$4])`,
    [owner.tenantId, newId('pag'), account.slug, form],
  );
  const body = new FormData();
  body.set('curriculo', new Blob([`Curriculum of ${owner.slug}`], { type: 'text/plain' }), 'cv.txt');
  const answer = await fetch(`${pages.visitor.url}/${account.slug}`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  const contact = { email: `bia@${owner.slug}.example`, nome: 'Bia' };
  expect((await clientOf(crm.url, token).post('/v1/contatos', contact)).status).toBe(201);
  return account;
}

const send = ({ sender, source, owner }: Account, more: object = {}) =>
  sender.post('/v1/emails/send', {
    Source: source,
    Destination: { ToAddresses: [`ana@${owner.slug}.example`] },
    Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello.' } } },
    ...more,
  });

const sentTo = ({ owner }: Account) =>
  platform.mail.messages.filter(({ to }) => to.some((address) => address.endsWith(`@${owner.slug}.example`))).length;

const remove = (account: Account, password = PASSWORD) =>
  account.session.send('DELETE', `/api/tenants/${account.owner.tenantId}`, JSON.stringify({ password }));

/** Every trace of a tenant in the databases and files of all apps. */
async function tracesOf({ owner: { tenantId, slug } }: Account): Promise<string[]> {
  const apps = { identity, platform, mail, pages, crm };
  const rows = await Promise.all(
    Object.entries(apps).map(async ([app, stack]) =>
      (await rowsWith(stack.database.adminUrl, [tenantId, slug])).map((row) => `${app} ${row}`),
    ),
  );
  const files = await Promise.all([platform, mail, pages, crm].map(({ blobDir }) => filesWith(blobDir, [slug])));
  return [...rows.flat(), ...files.flat()];
}

/** Ends the grace, and has every app do at once what it does every few seconds. */
async function endGrace({ owner: { tenantId } }: Account): Promise<void> {
  await identity.sql('update tenant_deletion set due_at = now() where tenant_id = $1', [tenantId]);
  await identity.app.get(TenantPurge, { strict: false }).run();
  const finished = async () => {
    for (const { app } of [identity, platform, mail, pages, crm])
      await app.get(TenantRemovals, { strict: false }).run();
    const [row] = await identity.sql<{ finished: boolean }>(
      'select finished_at is not null as finished from tenant_deletion where tenant_id = $1',
      [tenantId],
    );
    return row?.finished;
  };
  await waitUntil(finished, { ...WAIT, what: 'the answers of all apps' });
}

describe('a tenant that its owner deletes', () => {
  it('is as a suspended one for a week, sends nothing, and is as before when it is restored', async () => {
    const account = await createAccount();
    const path = `/api/tenants/${account.owner.tenantId}`;
    await waitUntil(() => Promise.resolve(sentTo(account) === 1), { ...WAIT, what: 'the first message' });
    expect((await remove(account)).status).toBe(204);
    const { body } = await account.session.get(path);
    expect(body.Tenant).toMatchObject({ Status: 'suspended', DeletesAt: expect.any(String) });
    expect((await account.session.get('/api/tenants')).body.Tenants).toEqual([body.Tenant]);
    expect(Date.parse(body.Tenant.DeletesAt)).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
    const refused = await send(account);
    expect([refused.status, refused.body.Error.Code]).toEqual([403, 'TenantSuspended']);
    for (const { url } of [mail, pages, crm]) {
      const write = await clientOf(url, account.key).post(url === mail.url ? '/v1/emails' : '/v1/contatos', {});
      expect(write.status, url).toBeGreaterThanOrEqual(400);
    }
    // What was scheduled is due now, and waits.
    await platform.sql(`update outbox set available_at = now(), due = true where tenant_id = $1`, [
      account.owner.tenantId,
    ]);
    const held = async () =>
      platform.sql(`select from outbox where tenant_id = $1 and last_error = 'The account is suspended'`, [
        account.owner.tenantId,
      ]);
    await waitUntil(async () => (await held()).length > 0, { ...WAIT, what: 'the message that waits' });
    expect(sentTo(account)).toBe(1);

    expect((await account.session.post(`${path}/restore`)).status).toBe(204);
    expect((await account.session.get(path)).body.Tenant).toMatchObject({ Status: 'active', DeletesAt: null });
    await platform.sql(`update outbox set available_at = now(), due = true where tenant_id = $1`, [
      account.owner.tenantId,
    ]);
    await waitUntil(() => Promise.resolve(sentTo(account) === 2), { ...WAIT, what: 'the message that waited' });
    expect((await send(account)).status).toBe(202);
  }, 60_000);

  it('leaves nothing in any app but the record of it, sends nothing more, and takes nothing of others', async () => {
    const [account, other] = [await createAccount(), await createAccount()];
    // Jobs and the log of sites go by themselves.
    const apart = async () =>
      (await tracesOf(other)).filter((trace) => !/public\.(?:outbox|site_change):/.test(trace)).length;
    await waitUntil(() => Promise.resolve(sentTo(account) === 1 && sentTo(other) === 1), {
      ...WAIT,
      what: 'the first messages',
    });
    const ofOther = await apart();
    expect((await remove(account)).status).toBe(204);
    await platform.sql(`update outbox set available_at = now(), due = true where tenant_id = $1`, [
      account.owner.tenantId,
    ]);
    await endGrace(account);

    const { tenantId } = account.owner;
    const { Deletions } = (await operator.get('/api/admin/tenant-deletions')).body;
    expect(Deletions[0]).toMatchObject({ TenantId: tenantId, RequestedBy: account.owner.id, Awaited: [] });
    const answers = new Map<string, Record<string, number>>(
      Deletions[0].Answers.map(({ App, Rows }: { App: string; Rows: Record<string, number> }) => [App, Rows]),
    );
    expect([...answers.keys()].toSorted()).toEqual(['crm', 'identity', 'mail', 'pages', 'platform']);
    expect(answers.get('platform')).toMatchObject({ contact: 1, suppression: 1 });
    expect(answers.get('pages')).toMatchObject({ form: 1, published_page: 1, blob: 1 });
    expect(answers.get('mail')).toMatchObject({ mail_domain: 1, mailbox: 1 });
    expect(answers.get('crm')?.['contact']).toBeGreaterThan(0);

    // Ids alone: the log, the records, and what tells the apps of them.
    const kept =
      /^(?:\w+ public\.(?:audit_entry|tenant_removal)|identity public\.(?:tenant_deletion|app_event_received|view_change)|pages public\.site_change):/;
    await waitUntil(async () => (await identity.sql('select from outbox')).length === 0, { ...WAIT, what: 'the mail' });
    const left = (await tracesOf(account)).filter((trace) => !kept.test(trace));
    expect(left).toEqual([]);
    const email = account.owner.email.slice(0, account.owner.email.indexOf('@'));
    const inRecords = await identity.sql(
      `select from tenant_deletion t where t::text like $1 union all select from audit_entry a
        where tenant_id = $2 and action like 'tenant.deletion%' and a::text like $1`,
      [`%${email}%`, tenantId],
    );
    expect(inRecords).toEqual([]);
    // Only the queue's own names, which name no person and go by themselves.
    const keys = await keysWith(identity.redisUrl, [`@${account.owner.slug}.example`]);
    expect(keys).toEqual([]);

    expect(sentTo(account)).toBe(1);
    expect((await send(account)).status).toBe(401);
    expect((await account.session.get('/api/tenants')).body.Tenants).toEqual([]);
    // Its pages are gone; the runtime hears of it a moment later.
    const page = async () => (await fetch(`${pages.visitor.url}/${account.slug}`)).status;
    await waitUntil(async () => (await page()) === 404, { ...WAIT, what: 'the runtime to drop the page' });
    expect(await apart()).toBe(ofOther);
    const { body } = await operator.get(`/api/admin/audit?tenant=${tenantId}&action=tenant.*`);
    expect(body.Entries.map(({ Action }: { Action: string }) => Action)).toEqual(
      expect.arrayContaining(['tenant.deleted', 'tenant.deletion-started', 'tenant.deletion-requested']),
    );
  }, 90_000);
});
