import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, nextPosition } from '#libs/persistence';
import { waitUntil } from '#libs/testing';
import { faultStack, type FaultStack, type Sender } from '../support/fault-stack.js';

const COUNT = 4_000;

let stack: FaultStack;

beforeAll(async () => {
  stack = await faultStack();
}, 120_000);
afterAll(() => stack?.close());

/** A campaign to so many that has just been started: as it stands in the database. */
async function startedCampaign({ tenantId }: Sender): Promise<string> {
  const [campaign, list] = [newId('cam'), newId('lst')];
  const contacts = Array.from({ length: COUNT }, () => newId('cnt'));
  const content = {
    source: 'news@shop.test',
    replyTo: [],
    templateId: null,
    templateData: {},
    subject: 'News',
    html: null,
    text: 'Hello, {{ email }}.',
    trackOpens: null,
    trackClicks: null,
    tags: null,
  };
  await stack.sql(
    `insert into contact_list (tenant_id, id, name, slug, member_count) values ($1, $2, 'All', 'all', $3)`,
    [tenantId, list, COUNT],
  );
  await stack.sql(
    `insert into contact (tenant_id, id, email)
     select $1, id, 'p' || n || '@example.test' from unnest($2::text[]) with ordinality as given (id, n)`,
    [tenantId, contacts],
  );
  await stack.sql(
    `insert into contact_list_member (tenant_id, list_id, contact_id) select $1, $2, unnest($3::text[])`,
    [tenantId, list, contacts],
  );
  await stack.sql(
    `insert into campaign (tenant_id, id, name, status, environment, list_id, content, run, recipients)
     values ($1, $2, 'News', 'running', 'test', $3, $4, 1, $5)`,
    [tenantId, campaign, list, JSON.stringify(content), COUNT],
  );
  await stack.sql(
    `insert into outbox (id, tenant_id, kind, payload, available_at) values ($1, $2, 'campaign.send', $3, now())`,
    [nextPosition(), tenantId, JSON.stringify({ campaignId: campaign, run: 1 })],
  );
  return campaign;
}

async function accepted(campaign: string): Promise<{ status: string; accepted: number }> {
  const [row] = await stack.sql<{ status: string; accepted: number }>(
    `select status, accepted from campaign where id = $1`,
    [campaign],
  );
  return row!;
}

describe('a campaign whose process is killed in the middle', () => {
  it('reaches everybody once', async () => {
    const sender = await stack.sender();
    const campaign = await startedCampaign(sender);
    await waitUntil(async () => (await accepted(campaign)).accepted >= COUNT * 0.3, { timeoutMs: 30_000 });
    await stack.platform.kill();
    expect((await accepted(campaign)).status).toBe('running');
    await stack.platform.start();
    await waitUntil(async () => (await accepted(campaign)).status === 'completed', { timeoutMs: 60_000, everyMs: 200 });
    expect((await accepted(campaign)).accepted).toBe(COUNT);
    const [row] = await stack.sql(
      `select count(*)::int as messages, count(distinct recipient)::int as people from message where tenant_id = $1`,
      [sender.tenantId],
    );
    expect(row).toEqual({ messages: COUNT, people: COUNT });
    const [usage] = await stack.sql(`select emails_sent::int as sent from usage_counter where tenant_id = $1`, [
      sender.tenantId,
    ]);
    expect(usage).toEqual({ sent: COUNT });
  }, 150_000);
});
