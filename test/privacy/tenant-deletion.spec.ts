import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantId } from '#libs/core/persistence';
import { TenantRemovals } from '#libs/privacy/data-rights';
import { waitUntil } from '#libs/test/testing';
import { TenantPurge } from '../../apps/identity/src/tenant-deletion/tenant-purge.js';
import { putOnList } from '../../apps/platform/src/campaigns/campaigns.fixture.js';
import type { CrmStack } from '../support/crm-stack.js';
import { countVisits } from '../support/count-visits.js';
import { type AccountOfApps, clientOf, EveryApp, sendFrom } from '../support/every-app.js';
import type { HttpClient } from '../support/http-client.js';
import { type IdentityStack, PASSWORD } from '../support/identity-stack.js';
import type { MailStack } from '../support/mail-stack.js';
import type { PagesStack } from '../support/pages-stack.js';
import type { PlatformStack } from '../support/platform-stack.js';
import { filesWith, keysWith, rowsWith } from '../support/traces.js';

const WAIT = { timeoutMs: 20_000 };

/** Ids alone: the log, the records, and what tells the apps of them. */
const KEPT =
  /^(?:\w+ public\.(?:audit_entry|tenant_removal)|identity public\.(?:tenant_deletion|app_event_received|view_change)|pages public\.site_change):/;

let apps: EveryApp;
let identity: IdentityStack;
let platform: PlatformStack;
let mail: MailStack;
let pages: PagesStack;
let crm: CrmStack;
let operator: HttpClient;

beforeAll(async () => {
  apps = await EveryApp.start();
  ({ identity, platform, mail, pages, crm } = apps);
  operator = await apps.createOperator();
});
afterAll(() => apps?.close());

const sentTo = ({ owner }: AccountOfApps) =>
  platform.mail.messages.filter(({ to }) => to.some((address) => address.endsWith(`@${owner.slug}.example`))).length;

const remove = (account: AccountOfApps, password = PASSWORD) =>
  account.session.send('DELETE', `/api/tenants/${account.owner.tenantId}`, JSON.stringify({ password }));

/** Every trace of a tenant in the databases and files of all apps. */
async function tracesOf({ owner: { tenantId, slug } }: AccountOfApps): Promise<string[]> {
  const stacks = { identity, platform, mail, pages, crm };
  const rows = await Promise.all(
    Object.entries(stacks).map(async ([app, stack]) =>
      (await rowsWith(stack.database.adminUrl, [tenantId, slug])).map((row) => `${app} ${row}`),
    ),
  );
  const files = await Promise.all([platform, mail, pages, crm].map(({ blobDir }) => filesWith(blobDir, [slug])));
  return [...rows.flat(), ...files.flat()];
}

/** Ends the grace, and has every app do at once what it does every few seconds. */
async function endGrace({ owner: { tenantId } }: AccountOfApps): Promise<void> {
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

const RECIPIENTS = 400;
const HELD = 'The account is suspended';

/** A campaign of which some mails have left, and the mail server takes no more for now. */
async function startCampaign(account: AccountOfApps): Promise<string> {
  const { owner, session, source } = account;
  const listId = (await session.post('/api/lists', { Name: 'All' })).body.List.Id;
  await putOnList(platform, { id: owner.tenantId as TenantId }, listId, RECIPIENTS, `${owner.slug}.example`);
  const campaign = { Name: 'November', ListId: listId, Source: source, Subject: 'News', Text: 'Hello.' };
  const { Campaign } = (await session.post('/api/campaigns', campaign)).body;
  platform.mail.pauseAfter(10);
  await session.post(`/api/campaigns/${Campaign.Id}/start`, {});
  await waitUntil(() => platform.mail.waiting > 0, { ...WAIT, what: 'a mail that waits' });
  return Campaign.Id;
}

/** The recipients of the campaign, in the order in which its mails left. */
const reachedBy = ({ owner }: AccountOfApps): string[] =>
  platform.mail.messages
    .flatMap(({ to }) => to)
    .filter((one) => new RegExp(`^p\\d+@${owner.slug}\\.example$`).test(one));

/** Has everything that waits be due now, and resolves when all of it waits again because of the suspension. */
async function attemptAll({ owner: { tenantId } }: AccountOfApps): Promise<void> {
  await platform.sql(
    `update outbox set available_at = now(), due = true, last_error = null where tenant_id = $1 and leased_until is null`,
    [tenantId],
  );
  const others = () =>
    platform.sql('select from outbox where tenant_id = $1 and last_error is distinct from $2', [tenantId, HELD]);
  await waitUntil(async () => (await others()).length === 0, { ...WAIT, what: 'all jobs to wait' });
}

describe('a tenant that its owner deletes during a campaign', () => {
  it('sends no more of it, and after the restore the rest, to each recipient once', async () => {
    const account = await apps.createAccount();
    const { tenantId } = account.owner;
    const campaignId = await startCampaign(account);
    expect((await remove(account)).status).toBe(204);
    platform.mail.resume();
    await attemptAll(account);
    const reached = reachedBy(account);
    expect(reached.length).toBeLessThan(RECIPIENTS);
    await attemptAll(account);
    expect(reachedBy(account)).toEqual(reached);

    expect((await account.session.post(`/api/tenants/${tenantId}/restore`)).status).toBe(204);
    await platform.sql('update outbox set available_at = now(), due = true where tenant_id = $1', [tenantId]);
    await waitUntil(() => Promise.resolve(reachedBy(account).length >= RECIPIENTS), { ...WAIT, what: 'the rest' });
    await waitUntil(
      async () => (await platform.sql('select from outbox where tenant_id = $1', [tenantId])).length === 0,
      {
        ...WAIT,
        what: 'the end of all jobs',
      },
    );
    const everyone = Array.from({ length: RECIPIENTS }, (_, n) => `p${n + 1}@${account.owner.slug}.example`);
    expect(reachedBy(account).toSorted()).toEqual(everyone.toSorted());
    const { Campaign } = (await account.session.get(`/api/campaigns/${campaignId}`)).body;
    expect(Campaign).toMatchObject({ Status: 'completed', Progress: { Accepted: RECIPIENTS, Failed: 0 } });
  });

  it('leaves nothing of it in any app, and sends nothing more', async () => {
    const account = await apps.createAccount();
    await startCampaign(account);
    expect((await remove(account)).status).toBe(204);
    platform.mail.resume();
    await attemptAll(account);
    const reached = reachedBy(account);
    await endGrace(account);
    await waitUntil(async () => (await identity.sql('select from outbox')).length === 0, { ...WAIT, what: 'the mail' });
    expect((await tracesOf(account)).filter((trace) => !KEPT.test(trace))).toEqual([]);
    expect(reachedBy(account)).toEqual(reached);
  });
});

describe('a tenant that its owner deletes', () => {
  it('is as a suspended one for a week, sends nothing, and is as before when it is restored', async () => {
    const account = await apps.createAccount();
    const path = `/api/tenants/${account.owner.tenantId}`;
    await waitUntil(() => Promise.resolve(sentTo(account) === 1), { ...WAIT, what: 'the first message' });
    expect((await remove(account)).status).toBe(204);
    const { body } = await account.session.get(path);
    expect(body.Tenant).toMatchObject({ Status: 'suspended', DeletesAt: expect.any(String) });
    expect((await account.session.get('/api/tenants')).body.Tenants).toEqual([body.Tenant]);
    expect(Date.parse(body.Tenant.DeletesAt)).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
    const refused = await sendFrom(account);
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
    expect((await sendFrom(account)).status).toBe(202);
  });

  it('leaves nothing in any app but the record of it, sends nothing more, and takes nothing of others', async () => {
    const [account, other] = [await apps.createAccount(), await apps.createAccount()];
    // Jobs and the log of sites go by themselves.
    const apart = async () =>
      (await tracesOf(other)).filter((trace) => !/public\.(?:outbox|site_change):/.test(trace)).length;
    await waitUntil(() => Promise.resolve(sentTo(account) === 1 && sentTo(other) === 1), {
      ...WAIT,
      what: 'the first messages',
    });
    await countVisits(apps);
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

    await waitUntil(async () => (await identity.sql('select from outbox')).length === 0, { ...WAIT, what: 'the mail' });
    const left = (await tracesOf(account)).filter((trace) => !KEPT.test(trace));
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
    expect((await sendFrom(account)).status).toBe(401);
    expect((await account.session.get('/api/tenants')).body.Tenants).toEqual([]);
    // Its pages are gone; the runtime hears of it a moment later.
    const page = async () => (await fetch(`${pages.visitor.url}/${account.slug}`)).status;
    await waitUntil(async () => (await page()) === 404, { ...WAIT, what: 'the runtime to drop the page' });
    expect(await apart()).toBe(ofOther);
    const { body } = await operator.get(`/api/admin/audit?tenant=${tenantId}&action=tenant.*`);
    expect(body.Entries.map(({ Action }: { Action: string }) => Action)).toEqual(
      expect.arrayContaining(['tenant.deleted', 'tenant.deletion-started', 'tenant.deletion-requested']),
    );
  });
});
