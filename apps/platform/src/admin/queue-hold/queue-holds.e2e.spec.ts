import { describe, expect, it } from 'vitest';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { createAccount, draft } from '../../campaigns/campaigns.fixture.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const ROUTE = '/api/admin/queue-holds';

const hooks = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: hooks.host } }));
const operator = usePrepared(() => stack.operator());
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key());

/** Puts the queues on hold, as a restore does. */
const hold = () => stack.sql(`insert into queue_hold (reason, held_at) values ('Restored', now() + interval '1 day')`);
/** From now on everything is accepted after the restore. */
const restored = () => stack.sql(`update queue_hold set held_at = now() where ended_at is null`);
const current = async () => (await operator.get(ROUTE)).body.QueueHolds[0];
const ended = () => waitUntil(async () => (await current()).EndedAt !== null);
const release = (Pending?: string) => operator.post(`${ROUTE}/release`, Pending ? { Pending } : {});
const statusOf = async (id: string) => (await client.get(`/v1/emails/${id}`)).body.Message.Status;
const mailsTo = (to: string) => stack.mail.messages.filter((mail) => mail.to.includes(to)).length;
const accepted = async (to: string): Promise<string> =>
  (await client.post('/v1/emails/send', acme.email({ to: [to] }))).body.MessageId;

describe('the hold on the queues', () => {
  it('is shown, and ends once, by the choice to send', async () => {
    await hold();
    const id = await accepted('waits@example.test');
    expect(await current()).toMatchObject({ Reason: 'Restored', BackupAt: null, Pending: null, EndedAt: null });
    expect([await statusOf(id), mailsTo('waits@example.test')]).toEqual(['queued', 0]);
    const answers = await Promise.all([release('send'), release('send')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    await waitUntil(async () => (await current()).EndedAt !== null);
    expect([(await release()).status, (await release('send')).status]).toEqual([409, 409]);
    await waitUntil(async () => mailsTo('waits@example.test') === 1);
  });

  it('is released without what had waited: mails and webhooks are failed, campaigns are paused', async () => {
    const owner = await createAccount(stack, 3);
    const campaign = await draft(owner);
    const session = await acme.session();
    const { Webhook } = (await session.post('/api/webhooks', { Url: `${hooks.url}/`, Events: ['email.bounced'] })).body;
    await hold();
    const id = await accepted('may-have-it@example.test');
    const { DeliveryId } = (await session.post(`/api/webhooks/${Webhook.Id}/test`, {})).body;
    expect((await owner.session.post(`/api/campaigns/${campaign}/start`, {})).status).toBeLessThan(300);
    await restored();
    const fresh = await accepted('fresh@example.test');
    expect((await release()).body.QueueHold).toMatchObject({ Pending: 'cancel' });
    await ended();
    expect((await current()).Cancelled).toBe(3);
    const { Message, Events } = (await client.get(`/v1/emails/${id}`)).body;
    expect([Message.Status, Events.at(-1).Type]).toEqual(['failed', 'failed']);
    expect(Message.Error).toContain('may have been sent before');
    const [delivery] = await stack.sql(`select status from webhook_delivery where id = $1`, [DeliveryId]);
    expect(delivery).toEqual({ status: 'failed' });
    expect((await owner.session.get(`/api/campaigns/${campaign}`)).body.Campaign).toMatchObject({
      Status: 'paused',
      Error: expect.stringContaining('after a restore'),
    });
    await waitUntil(async () => (await statusOf(fresh)) === 'sent');
    expect(mailsTo('may-have-it@example.test')).toBe(0);
    const audited = `select actor_kind, after from audit_entry where action = 'queue_hold.released' order by id desc limit 1`;
    expect((await stack.sql(audited))[0]).toEqual({ actor_kind: 'operator', after: { pending: 'cancel' } });
  });

  it('is for operators', async () => {
    const member = await acme.session('owner');
    expect([(await member.get(ROUTE)).status, (await member.post(`${ROUTE}/release`, {})).status]).toEqual([403, 403]);
    expect((await operator.post(`${ROUTE}/release`, { Pending: 'maybe' })).status).toBe(400);
  });
});
