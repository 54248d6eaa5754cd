import { describe, expect, it } from 'vitest';
import { nextPosition } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { type Account, createAccount, draft, findRecipients, inStatus, step } from './campaigns.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { PUBLIC_URL: 'https://api.service.test' } }));

const account = (contacts?: object[] | number) => createAccount(stack, contacts);
const recipientsOf = (owner: Account) => findRecipients(stack, owner);

describe('a campaign to many', () => {
  const COUNT = 1_700;

  it('reaches each contact once, however often its job is enqueued', async () => {
    const owner = await account(COUNT);
    const id = await draft(owner);
    await step(owner, id, 'start');
    await stack.sql(
      `insert into outbox (id, tenant_id, kind, payload, available_at)
       select $3::bigint + n, $1, 'campaign.send', jsonb_build_object('campaignId', $2::text, 'run', 1), now()
       from generate_series(1, 6) as n`,
      [owner.tenant.id, id, nextPosition()],
    );
    const done = await inStatus(owner, id, 'completed');
    expect(done.Progress).toEqual({ Recipients: COUNT, Accepted: COUNT, Skipped: 0, Failed: 0 });
    const recipients = await recipientsOf(owner);
    expect([recipients.length, new Set(recipients).size]).toEqual([COUNT, COUNT]);
  });

  it('reaches each once when its content grows so large that a slice takes only some', async () => {
    const owner = await account(18);
    const Text = `{% for i in (1..90) %}${'x'.repeat(10_000)}{% endfor %}`;
    const id = await draft(owner, { Text });
    await step(owner, id, 'start');
    const done = await inStatus(owner, id, 'completed');
    expect(done.Progress).toEqual({ Recipients: 18, Accepted: 18, Skipped: 0, Failed: 0 });
    expect(new Set(await recipientsOf(owner)).size).toBe(18);
  });

  /** A campaign that has reached 700 and then used up the quota of the month. */
  async function pausedByTheMonth() {
    const owner = await account(COUNT);
    await owner.tenant.setPlan('free');
    await stack.sql(
      `insert into usage_counter (tenant_id, period, emails_sent)
       values ($1, to_char(now() at time zone 'UTC', 'YYYY-MM'), 3000 - 700)`,
      [owner.tenant.id],
    );
    const id = await draft(owner);
    await step(owner, id, 'start');
    return { owner, id, paused: await inStatus(owner, id, 'paused') };
  }

  it('passes over who leaves its list in the midst of it', async () => {
    const { owner, id } = await pausedByTheMonth();
    const reached = new Set(await recipientsOf(owner));
    const next = Array.from({ length: COUNT }, (_, n) => `p${n + 1}@example.test`).find((one) => !reached.has(one));
    await stack.sql(
      `insert into suppression (tenant_id, address, topic, id, position, reason, source)
       values ($1, $2, $3, gen_random_uuid(), $4, 'unsubscribe', 'link')`,
      [owner.tenant.id, next, owner.listId, nextPosition()],
    );
    await owner.tenant.setPlan('');
    await step(owner, id, 'resume');
    const { Progress } = await inStatus(owner, id, 'completed');
    expect(Progress).toMatchObject({ Accepted: COUNT - 1, Skipped: 1 });
    expect(await recipientsOf(owner)).not.toContain(next);
  });

  // CAMPAIGN_RECIPIENTS=100000 takes twenty seconds.
  const MANY = Number(process.env['CAMPAIGN_RECIPIENTS'] ?? 8_000);

  it(
    'reaches none who unsubscribes while it runs from the next slice on, and all others once',
    async () => {
      const owner = await account(MANY);
      const { id: tenantId } = owner.tenant;
      const id = await draft(owner);
      await step(owner, id, 'start');
      const reached = async () =>
        (
          await stack.sql<{ reached: string; accepted: number }>(
            'select reached, accepted from campaign where id = $1',
            [id],
          )
        )[0]!;
      await waitUntil(async () => (await reached()).accepted >= MANY / 8, { what: 'the first slices' });
      // Every seventh, of all parts of the list.
      await stack.sql(
        `insert into suppression (tenant_id, address, topic, id, position, reason, source)
         select tenant_id, email_key, $2, gen_random_uuid(), $3::bigint + n, 'unsubscribe', 'link'
           from (select *, row_number() over (order by id) as n from contact where tenant_id = $1) c where n % 7 = 0`,
        [tenantId, owner.listId, nextPosition()],
      );
      const then = await reached();
      expect(then.accepted).toBeLessThan(MANY / 2);
      const { Progress } = await waitUntil(
        async () => {
          const { Campaign } = (await owner.session.get(`/api/campaigns/${id}`)).body;
          return Campaign.Status === 'completed' ? Campaign : undefined;
        },
        { timeoutMs: 10_000 + MANY * 5, what: 'the end of the campaign' },
      );
      const [counts] = await stack.sql(
        `with place as (
           select c.email, row_number() over (order by c.id) as n, s.address is not null as is_off, count(m.id)::int as mails
             from contact c
             left join suppression s on s.tenant_id = c.tenant_id and s.address = c.email_key
             left join message m on m.tenant_id = c.tenant_id and m.recipient = c.email
            where c.tenant_id = $1 group by c.id, c.email, s.address
         ), behind as (
           select $2::int + 500 as n
         )
         select count(*) filter (where not is_off and mails <> 1)::int as wrong,
                count(*) filter (where mails > 1)::int as twice,
                count(*) filter (where is_off and mails > 0 and n > (select n from behind))::int as late,
                count(*) filter (where mails = 0)::int as skipped
           from place`,
        [tenantId, then.accepted],
      );
      expect(counts).toMatchObject({ wrong: 0, twice: 0, late: 0 });
      const { skipped } = counts as { skipped: number };
      expect(skipped).toBeGreaterThan(0);
      expect(Progress).toEqual({ Recipients: MANY, Accepted: MANY - skipped, Skipped: skipped, Failed: 0 });
    },
    30_000 + MANY * 6,
  );

  it('pauses when the quota of the month is used up, and resumes where it stopped', async () => {
    const { owner, id, paused } = await pausedByTheMonth();
    expect(paused).toMatchObject({ Error: expect.stringContaining('QuotaExceeded'), Progress: { Accepted: 700 } });
    await owner.tenant.setPlan('');
    expect((await step(owner, id, 'resume')).body.Campaign).toMatchObject({ Status: 'running', Error: null });
    expect((await inStatus(owner, id, 'completed')).Progress.Accepted).toBe(COUNT);
    expect(new Set(await recipientsOf(owner)).size).toBe(COUNT);
  });

  describe('under a daily limit', () => {
    const RAMP = 900;

    /** An account whose plan allows 900 messages today, with a campaign to 1,700 that has used them up. */
    async function pausedByTheDay() {
      const owner = await account(COUNT);
      const Name = `p${owner.tenant.slug}`;
      const Quota = { Email: null, Sms: null, Push: null };
      const CallsPerMinute = { Send: null, Read: null, Write: null };
      await (await stack.operator()).post('/api/admin/plans', { Name, Quota, CallsPerMinute, DailyRamp: RAMP });
      await owner.tenant.setPlan(Name);
      const id = await draft(owner);
      await step(owner, id, 'start');
      return { owner, id, paused: await inStatus(owner, id, 'paused') };
    }

    /** Lets the night pass: what was sent is of yesterday, and jobs of tomorrow are due. */
    async function nextDay({ tenant: { id } }: Account): Promise<void> {
      await stack.sql(`update event_total set start = start - interval '1 day' where tenant_id = $1`, [id]);
      await stack.sql(`update sending_ramp set since = since - 1, judged_on = judged_on - 1 where tenant_id = $1`, [
        id,
      ]);
      await stack.sql(`update outbox set available_at = now() where tenant_id = $1 and kind = 'campaign.send'`, [id]);
    }

    it('pauses until the next day, and goes on by itself', async () => {
      const { owner, id, paused } = await pausedByTheDay();
      const resumeAt = new Date((Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000).toISOString();
      expect(paused).toMatchObject({
        Error: `QuotaExceeded: The daily limit of this account is ${RAMP} messages, and 0 are left until ${resumeAt}`,
        ResumeAt: resumeAt,
        Progress: { Accepted: RAMP },
      });
      await nextDay(owner);
      const done = await inStatus(owner, id, 'completed');
      expect(done).toMatchObject({ Error: null, ResumeAt: null, Progress: { Accepted: COUNT } });
      expect(new Set(await recipientsOf(owner)).size).toBe(COUNT);
    });

    it('stays paused when a user says so, and goes on when one resumes it', async () => {
      const { owner, id } = await pausedByTheDay();
      const stopped = await step(owner, id, 'pause');
      expect(stopped.body.Campaign).toMatchObject({ Status: 'paused', Error: null, ResumeAt: null });
      expect((await step(owner, id, 'pause')).status).toBe(409);
      await nextDay(owner);
      await waitUntil(async () => (await jobsOf(owner)) === 0);
      expect((await owner.session.get(`/api/campaigns/${id}`)).body.Campaign.Status).toBe('paused');
      expect(await recipientsOf(owner)).toHaveLength(RAMP);
      await owner.tenant.setPlan('');
      await step(owner, id, 'resume');
      await inStatus(owner, id, 'completed');
      expect(new Set(await recipientsOf(owner)).size).toBe(COUNT);
    });

    it('sends nothing more when it is cancelled', async () => {
      const { owner, id } = await pausedByTheDay();
      expect((await step(owner, id, 'cancel')).body.Campaign).toMatchObject({ Status: 'cancelled', ResumeAt: null });
      await nextDay(owner);
      await waitUntil(async () => (await jobsOf(owner)) === 0);
      expect(await recipientsOf(owner)).toHaveLength(RAMP);
    });

    const jobsOf = async ({ tenant }: Account) =>
      (await stack.sql(`select from outbox where tenant_id = $1 and kind = 'campaign.send'`, [tenant.id])).length;
  });

  it('waits while the account is suspended', async () => {
    const owner = await account(10);
    const id = await draft(owner);
    await step(owner, id, 'start', { SendAt: new Date(Date.now() + 3_600_000).toISOString() });
    await owner.tenant.setStatus('suspended');
    await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [owner.tenant.id]);
    await waitUntil(
      async () =>
        (
          await stack.sql(`select from outbox where tenant_id = $1 and last_error like '%suspended%'`, [
            owner.tenant.id,
          ])
        ).length === 1,
    );
    await owner.tenant.setStatus('active');
    await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [owner.tenant.id]);
    await inStatus(owner, id, 'completed');
    expect(await recipientsOf(owner)).toHaveLength(10);
  });

  it('stops where it is when it is paused, and can be ended there', async () => {
    const owner = await account(COUNT);
    const id = await draft(owner);
    await step(owner, id, 'start');
    const paused = await step(owner, id, 'pause');
    expect(paused.body.Campaign.Status).toBe('paused');
    const before = (await recipientsOf(owner)).length;
    expect(before).toBe(paused.body.Campaign.Progress.Accepted);
    expect((await step(owner, id, 'pause')).status).toBe(409);
    expect((await step(owner, id, 'cancel')).body.Campaign.Status).toBe('cancelled');
    expect(await recipientsOf(owner)).toHaveLength(before);
  });
});
