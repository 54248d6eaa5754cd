import { describe, expect, it } from 'vitest';
import { newId, nextPosition } from '#libs/core/persistence';
import { SmtpSink, waitUntil } from '#libs/test/testing';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const sandbox = useStack(() => SmtpSink.start());
// Over one connection mails arrive in the order in which they left.
const stack = useStack(() => platformStack({ environment: { SANDBOX_SMTP_URL: sandbox.url, SMTP_CONNECTIONS: '1' } }));

/** Inserts the rows of so many accepted e-mails of a tenant, all at once. */
async function accept(tenant: TestTenant, count: number): Promise<void> {
  const contentId = newId('msg');
  await stack.sql(`insert into message_content (tenant_id, id, body_text, to_addresses) values ($1, $2, 'Hi.', '{}')`, [
    tenant.id,
    contentId,
  ]);
  await stack.sql(
    `with accepted as (
       insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id)
       select $1, overlay($2 placing lpad(to_hex(n), 6, '0') from 15), 'email', 'queued', 'live', $3,
              'r' || n || '@example.test', 'Many', $2
       from generate_series(1, $4::int) as n
       returning id, recipient
     )
     insert into outbox (id, tenant_id, kind, payload)
     select $5::bigint + row_number() over (), $1, 'email.deliver', jsonb_build_object('messageIds', jsonb_build_array(id))
     from accepted`,
    [tenant.id, contentId, tenant.source, count, nextPosition()],
  );
}

async function waiting(tenant: TestTenant): Promise<number> {
  const [row] = await stack.sql<{ count: number }>(`select count(*)::int from outbox where tenant_id = $1`, [
    tenant.id,
  ]);
  return row?.count ?? 0;
}

/** Sends one e-mail and waits until it arrives. */
async function sendOne(tenant: TestTenant, environment: 'live' | 'test', sink: SmtpSink): Promise<void> {
  const { client } = await tenant.createKey([], environment);
  const to = `${newId('req')}@example.test`;
  expect((await client.post('/v1/emails/send', tenant.email({ to: [to] }))).status).toBe(202);
  await sink.waitFor((mail) => mail.to.includes(to), 10_000);
}

/** Leaves out what the platform has in its hands, and comes back for it: who waits for a lock may be in its way. */
async function discard(tenant: TestTenant): Promise<void> {
  await waitUntil(
    async () => {
      await stack.sql(
        `delete from outbox where ctid = any (array(select ctid from outbox where tenant_id = $1 for update skip locked))`,
        [tenant.id],
      );
      return (await waiting(tenant)) === 0;
    },
    { timeoutMs: 15_000, what: 'the outbox to be empty' },
  );
}

describe('a mail server', () => {
  it('that hangs keeps no other server’s mail waiting', async () => {
    const [hanging, other] = [await stack.createTenant(), await stack.createTenant()];
    stack.mail.pause();
    try {
      await accept(hanging, 5_000);
      await waitUntil(() => stack.mail.waiting > 0, { timeoutMs: 15_000, what: 'a connection that hangs' });
      await sendOne(other, 'test', sandbox);
      expect(await waiting(hanging)).toBe(5_000);
    } finally {
      await discard(hanging);
      stack.mail.resume();
    }
  });

  it('that is down for an hour loses nothing and changes no order', async () => {
    const [tenant, other] = [await stack.createTenant(), await stack.createTenant()];
    const count = 40;
    await stack.mail.stop();
    await accept(tenant, count);
    // Each attempt puts all off; then its pause is over at once. Together the pauses are more than an hour.
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await waitUntil(() => allDelayed(tenant, count, attempt), { timeoutMs: 15_000, what: `attempt ${attempt}` });
      if (attempt === 1) await sendOne(other, 'test', sandbox);
      if (attempt === 8) await stack.mail.start();
      await stack.sql(`update outbox set available_at = available_at - interval '1 day' where tenant_id = $1`, [
        tenant.id,
      ]);
    }
    await waitUntil(async () => (await waiting(tenant)) === 0, { timeoutMs: 15_000, what: 'the mail to leave' });
    const recipients = stack.mail.messages.filter(({ from }) => from === tenant.source).flatMap(({ to }) => to);
    expect(recipients).toEqual(Array.from({ length: count }, (_, n) => `r${n + 1}@example.test`));
    const states = await stack.sql(`select distinct status from message where tenant_id = $1`, [tenant.id]);
    expect(states).toEqual([{ status: 'sent' }]);
  });
});

// The last one: what it leaves in the outbox and on the way would be in the way of the others.
describe('100,000 e-mails of one tenant', () => {
  it("do not hold up another's one", async () => {
    const [large, small] = [await stack.createTenant(), await stack.createTenant()];
    const earlier = stack.mail.messages.length;
    await accept(large, 100_000);
    await waitUntil(() => stack.mail.messages.length > earlier, {
      timeoutMs: 15_000,
      what: 'the first of the 100,000',
    });
    for (let n = 0; n < 3; n += 1) {
      // Counted, since a busy machine is slow to both: what was in hand goes first, and a round or two beside it.
      const before = stack.mail.messages.length;
      await sendOne(small, 'live', stack.mail);
      expect(stack.mail.messages.length - before).toBeLessThan(1_500);
    }
    expect(await waiting(large)).toBeGreaterThan(80_000);
    const metrics = await stack.anonymous.get('/metrics');
    const due = /^outbox_jobs\{kind="email.deliver",state="due"\} (\d+)$/m.exec(metrics.text)?.[1];
    expect(Number(due)).toBeGreaterThan(80_000);
    await discard(large);
  });
});

async function allDelayed(tenant: TestTenant, count: number, attempts: number): Promise<boolean> {
  const [row] = await stack.sql<{ count: number }>(
    `select count(*)::int from outbox where tenant_id = $1 and not due and attempts = $2`,
    [tenant.id, attempts],
  );
  return row?.count === count;
}
