import { beforeAll, describe, expect, it } from 'vitest';
import { DnsSink } from '#libs/test/testing';
import { createDomain, type TestDomain } from '../../../../test/support/mail-mailboxes.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { ended, mboxOf, messageOf, sendImport } from '../imports/imports.fixture.js';
import { submit } from '../receiving/receiving.fixture.js';
import { countsAreEqual, listen, mailboxOfUser } from './live.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const dns = useStack(() => DnsSink.start());
const stack = useStack(() => mailStack({ INBOUND_PORT: '0', DNS_SERVER: dns.server }));
const tenant = usePrepared(() => stack.createTenant());
let domain: TestDomain;

beforeAll(async () => {
  domain = await createDomain(stack.app, tenant.id);
});
describe('a listener', () => {
  it('is told of mail that is received', async () => {
    const { client, mailbox } = await mailboxOfUser(stack, tenant, domain);
    const reader = await listen(client, mailbox);
    expect(await submit(stack, { to: mailbox.address })).toMatch(/^250 /);
    const { data } = await reader.next('message.created');
    const { body } = await client.get(`/mailboxes/${mailbox.id}/messages?folder=inbox`);
    const [{ id, folder_id, thread_id, label_ids }] = body.messages;
    expect(data).toEqual({ id, folder_id, thread_id, lida: false, favorita: false, label_ids });
    await countsAreEqual(reader, client, mailbox);
    reader.close();
  });

  it('is told of an import by a few events', async () => {
    const { client, mailbox } = await mailboxOfUser(stack, tenant, domain);
    const reader = await listen(client, mailbox);
    const file = mboxOf(Array.from({ length: 1_000 }, (_, n) => messageOf(`m${n}`)));
    const { body } = await sendImport(client, mailbox.id, file);
    expect((await ended(client, mailbox.id, body.id)).imported).toBe(1_000);
    await countsAreEqual(reader, client, mailbox);
    expect(reader.of('mailbox.changed').length).toBeGreaterThan(0);
    expect(reader.events.length).toBeLessThan(30);
    reader.close();
  });
});
