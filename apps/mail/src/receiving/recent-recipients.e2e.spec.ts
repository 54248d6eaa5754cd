import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DnsSink } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createMailbox, createVerifiedDomain } from '../../../../test/support/mail-fixtures.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { statementsOf } from '../../../../test/support/statements.js';
import { DomainDirectory } from '../domains/domain-directory.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import { ArrivingMessages } from './arriving-messages.js';
import { InboundListener } from './inbound-listener.js';
import { submit } from './receiving.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const dns = useStack(() => DnsSink.start());
const stack = useStack(() => mailStack({ INBOUND_PORT: '0', DNS_SERVER: dns.server }));
let domain: MailDomain;
let admin: HttpClient;

beforeAll(async () => {
  const tenant = await stack.createTenant();
  domain = await createVerifiedDomain(stack, tenant.id, 'recent.test');
  admin = await tenant.session();
});
afterEach(() => void vi.restoreAllMocks());

const LOOK_UPS = /removed_at is not null as "isRemoved"/;

describe('an address that got mail a moment ago', () => {
  it('is not looked up again', async () => {
    const { address } = await createMailbox(stack, domain, 'again');
    const lookUps = () => statementsOf(() => submit(stack, { to: address }), LOOK_UPS);
    expect(await lookUps()).toHaveLength(1);
    // On a busy machine two messages may be more than a moment apart.
    await expect.poll(async () => (await lookUps()).length).toBe(0);
  });

  it('takes none from the moment its mailbox is removed', async () => {
    const { id, address } = await createMailbox(stack, domain, 'gone');
    expect(await submit(stack, { to: address })).toMatch(/^250/);
    expect((await admin.delete(`/mailboxes/${id}`)).status).toBe(200);
    expect(await submit(stack, { to: address })).toMatch(/^550 5\.1\.1/);
  });

  it('takes none a second after its mailbox was removed by another process', async () => {
    const { id, address } = await createMailbox(stack, domain, 'gone-elsewhere');
    expect(await submit(stack, { to: address })).toMatch(/^250/);
    await stack.sql('update mailbox set removed_at = now() where id = $1', [id]);
    await expect.poll(() => submit(stack, { to: address })).toMatch(/^550 5\.1\.1/);
  });

  it('has its own mailbox from the moment there is one, although another one caught its mail', async () => {
    const catching = await createMailbox(stack, domain, 'catching');
    await stack.sql('update mail_domain set catch_all_mailbox_id = $2 where id = $1', [domain.id, catching.id]);
    stack.app.get(DomainDirectory, { strict: false }).forget(domain.name);
    expect(await submit(stack, { to: `own@${domain.name}` })).toMatch(/^250/);
    const own = await createMailbox(stack, domain, 'own');
    expect(await submit(stack, { to: own.address })).toMatch(/^250/);
    const held = () =>
      stack.sql('select mailbox_id as id from mail_message where envelope_to = $1 order by sorted_at', [own.address]);
    await expect.poll(held).toEqual([{ id: catching.id }, { id: own.id }]);
  });

  it('takes none from the moment its quota is less than it holds', async () => {
    const { id, address } = await createMailbox(stack, domain, 'full');
    const large = `Subject: Large\r\n\r\n${'Many words.\r\n'.repeat(100_000)}`;
    expect(await submit(stack, { to: address, raw: large })).toMatch(/^250/);
    const used = async () => (await admin.get(`/mailboxes/${id}/quota`)).body.used_bytes;
    await expect.poll(used).toBeGreaterThan(1_048_576);
    expect((await admin.put(`/mailboxes/${id}/quota`, { quota_bytes: 1_048_576 })).status).toBe(200);
    expect(await submit(stack, { to: address })).toMatch(/^452 4\.2\.2/);
  });
});

describe('the listener', () => {
  it('is asked by a delivery whether other messages are arriving', async () => {
    const { address } = await createMailbox(stack, domain, 'alone');
    const count = vi.spyOn(stack.app.get(ArrivingMessages, { strict: false }), 'count');
    expect(await submit(stack, { to: address })).toMatch(/^250/);
    expect(count.mock.results[0]).toEqual({ type: 'return', value: 1 });
  });

  it('tells how many messages are arriving', async () => {
    const { address } = await createMailbox(stack, domain, 'arriving');
    const arriving = stack.app.get(ArrivingMessages, { strict: false });
    const socket = connect(stack.app.get(InboundListener, { strict: false }).port!, '127.0.0.1');
    await once(socket, 'data');
    for (const line of ['EHLO client.test', 'MAIL FROM:<a@x.test>', `RCPT TO:<${address}>`]) {
      socket.write(`${line}\r\n`);
      await once(socket, 'data');
    }
    expect(arriving.count()).toBe(1);
    socket.destroy();
    await expect.poll(() => arriving.count()).toBe(0);
  });
});
