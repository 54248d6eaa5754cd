import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { beforeEach, describe, expect, it } from 'vitest';
import { FailedLogins } from '#libs/messaging/admission';
import { newId } from '#libs/core/persistence';
import { platformStack, type TestTenant } from '../../../../../test/support/platform-stack.js';
import { createSuggestion } from '../../../../../test/support/suggestion.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const ROUTE = '/api/admin/blacklist/suggestions';

interface Shown {
  Id: string;
  Kind: string;
  Value: string;
  Signal: string;
  Evidence: Record<string, unknown>;
}

let acme: TestTenant;

const stack = useStack(() => platformStack());
const operator = usePrepared(() => stack.operator());
const redis = useStack(() => new Redis(stack.config.redisUrl));
beforeEach(async () => {
  acme = await stack.createTenant();
});

const compute = async (): Promise<Shown[]> => (await operator.post(ROUTE, {})).body.Suggestions;
const open = async (): Promise<Shown[]> => (await operator.get(ROUTE)).body.Suggestions;
const ofAcme = (all: Shown[]) => all.filter(({ Value }) => Value.endsWith(`${acme.slug}.test`));

/** E-mails of the tenant that were sent, so many of them with a status, and what reports count of them. */
async function sent(count: number, troubled: number, status: 'bounced' | 'complained'): Promise<void> {
  const ids = Array.from({ length: count }, () => newId('msg'));
  await stack.sql(
    `insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id, sent_at)
     select $1, id, 'email', case when n <= $3 then $4 else 'sent' end, 'live', 'Acme <news@' || $5 || '.test>',
            'r' || n || '@example.test', 'x', 'x', now()
     from unnest($2::text[]) with ordinality as one (id, n)`,
    [acme.id, ids, troubled, status, acme.slug],
  );
  if (status === 'bounced') {
    await stack.sql(
      `insert into suppression (tenant_id, address, id, position, reason, source)
       select $1, 'r' || n || '@example.test', gen_random_uuid(), n, 'bounce', 'report' from generate_series(1, $2) n`,
      [acme.id, troubled],
    );
  }
  await counted({ sent: count, [status]: troubled });
}

function counted(counts: Record<string, number>) {
  return stack.sql(
    `insert into event_total (tenant_id, span, start, channel, event, count)
     select $1, 'hour', date_trunc('hour', now(), 'UTC'), 'email', key, value::bigint from jsonb_each_text($2)`,
    [acme.id, JSON.stringify(counts)],
  );
}

describe('suggestions', () => {
  it('name the domain of a sender whose recipients complain, with the numbers', async () => {
    await sent(200, 3, 'complained');
    const [suggestion, ...others] = ofAcme(await compute());
    expect(others).toEqual([]);
    expect(suggestion).toMatchObject({
      Kind: 'domain',
      Value: `${acme.slug}.test`,
      Signal: 'complaint_rate',
      Status: 'open',
      Evidence: { TenantId: acme.id, Sent: 200, Complained: 3, Rate: 0.015, Threshold: 0.003 },
    });
    expect(ofAcme(await open())).toEqual([suggestion]);
    // Computed again it is the same one.
    expect(ofAcme(await compute()).map(({ Id }) => Id)).toEqual([suggestion?.Id]);
  });

  it('name the domain of a sender whose mail bounces permanently', async () => {
    await sent(100, 10, 'bounced');
    expect(ofAcme(await compute())).toMatchObject([
      { Signal: 'hard_bounce_rate', Evidence: { HardBounced: 10, Rate: 0.1 } },
    ]);
  });

  it('name no sender for a few complaints, for few e-mails, or for usual volumes', async () => {
    await sent(99, 50, 'complained');
    await counted({ accepted: 999 });
    expect(ofAcme(await compute())).toEqual([]);
  });

  it('name the domain of a sender who sends ten times as much as usual', async () => {
    await sent(1, 0, 'complained');
    await counted({ accepted: 5_000 });
    expect(ofAcme(await compute())).toMatchObject([{ Signal: 'sending_spike', Evidence: { LastHour: 5_000 } }]);
  });

  it('name the network from which logins fail', async () => {
    const logins = new FailedLogins(redis);
    await Promise.all(Array.from({ length: 100 }, () => logins.count('198.51.100.66')));
    await Promise.all(Array.from({ length: 99 }, () => logins.count('198.51.100.67')));
    await Promise.all(Array.from({ length: 120 }, (_, n) => logins.count(`2001:db8:66::${n.toString(16)}`)));
    const found = (await compute()).filter(({ Signal }) => Signal === 'failed_logins');
    expect(found.map(({ Kind, Value, Evidence }) => [Kind, Value, Evidence['Failures']]).sort()).toEqual([
      ['cidr', '2001:db8:66::/64', 120],
      ['ip', '198.51.100.66', 100],
    ]);
  });

  it('are withdrawn when the signals no longer show them', async () => {
    const id = await createSuggestion(stack, 'gone.example');
    expect((await open()).map(({ Id }) => Id)).toContain(id);
    expect((await compute()).map(({ Id }) => Id)).not.toContain(id);
    expect((await operator.post(`${ROUTE}/${id}/apply`)).status).toBe(404);
  });
});

describe('a suggestion', () => {
  it('that is applied becomes a block at once, made by one of the concurrent operators', async () => {
    await sent(100, 5, 'complained');
    const [suggestion] = ofAcme(await compute());
    const path = `${ROUTE}/${suggestion?.Id}`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => operator.post(`${path}/apply`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const { body } = answers.find(({ status }) => status === 200) ?? { body: undefined };
    expect(body.Suggestion.Status).toBe('applied');
    expect(body.Entry).toMatchObject({
      Kind: 'domain',
      Value: `${acme.slug}.test`,
      Reason: 'Suggested: complaint_rate',
    });
    expect((await (await acme.key()).post('/v1/emails/send', acme.email())).status).toBe(403);
    expect((await operator.post(`${path}/dismiss`)).status).toBe(409);
    // What is blocked is not suggested; lifted, it is again.
    expect(ofAcme(await compute())).toEqual([]);
    await operator.delete(`/api/admin/blacklist/${body.Entry.Id}`);
    expect(ofAcme(await compute())).toHaveLength(1);
    const actions = await stack.sql<{ action: string }>(
      `select action from audit_entry where object_id in ($1, $2) order by id`,
      [suggestion?.Id, body.Entry.Id],
    );
    expect(actions.map(({ action }) => action)).toEqual(['block.created', 'block_suggestion.applied', 'block.removed']);
  });

  it('that is dismissed does not return before its quiet time is over', async () => {
    await sent(100, 5, 'complained');
    const [suggestion] = ofAcme(await compute());
    const answer = await operator.post(`${ROUTE}/${suggestion?.Id}/dismiss`);
    expect([answer.status, answer.body.Suggestion.Status]).toEqual([200, 'dismissed']);
    expect(ofAcme(await compute())).toEqual([]);
    expect(ofAcme(await open())).toEqual([]);
    await stack.sql(`update block_suggestion set quiet_until = now() - interval '1 second' where id = $1`, [
      suggestion?.Id,
    ]);
    expect(ofAcme(await compute())).toHaveLength(1);
  });

  it('is for operators only, and "suggestions" is never read as an id', async () => {
    const member = await acme.session('owner');
    const id = await createSuggestion(stack, 'members.example');
    for (const answer of [
      await member.get(ROUTE),
      await member.post(ROUTE, {}),
      await member.post(`${ROUTE}/${id}/apply`),
      await member.post(`${ROUTE}/${id}/dismiss`),
    ]) {
      expect(answer.status).toBe(403);
    }
    expect((await operator.get(ROUTE)).body.Suggestions).toBeInstanceOf(Array);
    expect((await operator.delete('/api/admin/blacklist/suggestions')).status).toBe(404);
    expect((await operator.post(`${ROUTE}/${randomUUID()}/apply`)).status).toBe(404);
  });
});
