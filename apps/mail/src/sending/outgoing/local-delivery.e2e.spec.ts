import { beforeEach, describe, expect, it } from 'vitest';
import { HttpSink, waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { createDomain, createMailbox } from '../../../../../test/support/mail-mailboxes.js';
import { mailStack } from '../../../../../test/support/mail-stack.js';
import type { StackTenant } from '../../../../../test/support/stack-tenant.js';
import type { MailDomain } from '../../domains/mail-domain.entity.js';
import { OutgoingAttempts } from './outgoing-attempts.js';
import { OutgoingMessage } from './outgoing-message.entity.js';
import { Database } from '#libs/core/persistence';
import { useStack } from '../../../../../test/support/use-stack.js';

let tenant: StackTenant;
let client: HttpClient;
let domain: MailDomain;
let from: string;

const platform = useStack(async () => {
  const sink = await HttpSink.start();
  sink.answer({ body: JSON.stringify({ plan: '', quota: null }) });
  return sink;
});
const stack = useStack(() => mailStack({ PLATFORM_URL: platform.url }));
beforeEach(async () => {
  tenant = await stack.createTenant();
  ({ domain } = await createDomain(stack.app, tenant.id));
  ({ address: from } = await createMailbox(stack.app, domain, 'hello'));
  client = await tenant.key('email:send');
});

let next = 0;
const send = (to: string[]) =>
  client.post('/v1/emails', { from, to, subject: `Local ${(next += 1)}`, text: 'From next door.' });

interface Shown {
  folder: string;
  subject: string;
  messageId: string;
  authentication: object | null;
  envelopeFrom: string | null;
}

const shownIn = (address: string) =>
  stack.sql<Shown>(
    `select f.kind as folder, m.subject, m.message_id as "messageId", m.authentication, m.envelope_from as "envelopeFrom"
       from mail_message m
       join mailbox b on b.tenant_id = m.tenant_id and b.id = m.mailbox_id
       join folder f on f.tenant_id = m.tenant_id and f.id = m.folder_id
      where b.address = $1 order by m.id`,
    [address],
  );
const relayed = (address: string) => stack.mail.messages.filter(({ to }) => to.includes(address));

async function arrivedAt(address: string): Promise<Shown> {
  await waitUntil(async () => (await shownIn(address)).length > 0);
  return (await shownIn(address))[0]!;
}

describe('mail to a mailbox of this installation', () => {
  it('comes into its inbox past the relay, as from whom it says', async () => {
    const { address } = await createMailbox(stack.app, domain, 'ana');
    const { status, body } = await send([address.toUpperCase()]);
    expect([status, body.status]).toEqual([202, 'sent']);
    expect(await arrivedAt(address)).toEqual({
      folder: 'inbox',
      subject: `Local ${next}`,
      messageId: body.message_id,
      authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass', arc: 'none' },
      envelopeFrom: from,
    });
    expect(relayed(address)).toEqual([]);
  });

  it('may be in the domain of another account, and beside a recipient elsewhere', async () => {
    const rival = await stack.createTenant();
    const { address } = await createMailbox(stack.app, (await createDomain(stack.app, rival.id)).domain, 'eve');
    const elsewhere = `someone${next}@example.test`;
    expect((await send([address, elsewhere])).status).toBe(202);
    expect(await arrivedAt(address)).toMatchObject({ folder: 'inbox', envelopeFrom: from });
    expect([relayed(address).length, relayed(elsewhere).length]).toEqual([0, 1]);
  });

  it('leaves by the relay if nobody has verified the domain', async () => {
    const { domain: unverified } = await createDomain(stack.app, tenant.id, { isVerified: false });
    const { address } = await createMailbox(stack.app, unverified, 'ana');
    expect((await send([address])).status).toBe(202);
    expect(relayed(address)).toHaveLength(1);
    expect(await shownIn(address)).toEqual([]);
  });

  it('comes once, also if its attempt is recorded twice', async () => {
    const { address } = await createMailbox(stack.app, domain, 'once');
    await createMailbox(stack.app, domain, 'full');
    await stack.sql(`update mailbox set used_bytes = quota_bytes where address = $1`, [`full@${domain.name}`]);
    // The other recipient waits, so the message is not finished.
    await send([address, `full@${domain.name}`]);
    await arrivedAt(address);
    const message = await outgoing();
    await stack.sql(`update mailbox set used_bytes = 0 where tenant_id = $1`, [tenant.id]);
    const attempts = stack.app.get(OutgoingAttempts, { strict: false });
    const outcomes = await attempts.attempt(message);
    const record = () => attempts.recordFirst({ message, jobId: undefined }, outcomes);
    await Promise.all([record(), attempts.record(message, outcomes), record()]);
    await arrivedAt(`full@${domain.name}`);
    await waitUntil(async () => (await stack.sql('select from inbound_message')).length === 0);
    expect([(await shownIn(address)).length, (await shownIn(`full@${domain.name}`)).length]).toEqual([1, 1]);
  });
});

describe('mail to an address here that has no mailbox', () => {
  it('is 502 and names the address', async () => {
    const nobody = `nobody@${domain.name}`;
    const { status, body } = await send([nobody]);
    expect([status, body.error]).toEqual([502, 'SendFailed']);
    expect(body.message).toContain(`${nobody}: 550 5.1.1 There is no such mailbox`);
    expect(relayed(nobody)).toEqual([]);
  });

  it('is told to the sender by a message, if another recipient has it', async () => {
    const { address } = await createMailbox(stack.app, domain, 'ana');
    const nobody = `nobody@${domain.name}`;
    expect((await send([address, nobody])).status).toBe(202);
    await arrivedAt(address);
    expect(await shownIn(from)).toContainEqual(
      expect.objectContaining({ folder: 'inbox', subject: 'Undelivered message' }),
    );
    expect((await outgoing()).recipients).toMatchObject([{ state: 'sent' }, { address: nobody, state: 'failed' }]);
  });
});

const outgoing = (): Promise<OutgoingMessage> =>
  stack.app
    .get(Database, { strict: false })
    .tenant(tenant.id, (tx) => tx.findOneByOrFail(OutgoingMessage, { tenantId: tenant.id }));
