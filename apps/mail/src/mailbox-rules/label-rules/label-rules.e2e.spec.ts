import { beforeAll, describe, expect, it } from 'vitest';
import { DnsSink, GTUBE, RspamdDouble, waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { createDomain, createMailbox } from '../../../../../test/support/mail-mailboxes.js';
import { mailStack, type MailTenant } from '../../../../../test/support/mail-stack.js';
import type { MailDomain } from '../../domains/mail-domain.entity.js';
import { rawTo, settled, stranger } from '../../forwarding/forwarding.fixture.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { submit } from '../../receiving/receiving.fixture.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

let owner: HttpClient;
let domain: MailDomain;
let userId: Awaited<ReturnType<MailTenant['member']>>['userId'];

const dns = useStack(() => DnsSink.start());
const rspamd = useStack(() => RspamdDouble.start());
const stack = useStack(() => mailStack({ INBOUND_PORT: '0', DNS_SERVER: dns.server, RSPAMD_URL: rspamd.url }));
const tenant = usePrepared(() => stack.createTenant());

beforeAll(async () => {
  ({ client: owner, userId } = await tenant.member('member'));
  ({ domain } = await createDomain(stack.app, tenant.id));
});

const fresh = () => createMailbox(stack.app, domain, undefined, [{ userId, role: 'owner' }]);
const pathOf = ({ id }: { id: string }) => `/mailboxes/${id}/label-rules`;

/** Has someone write to the mailbox; returns the labels of the system that its newest message has. */
async function labelled(box: Mailbox, fields: string[] = [], body?: string): Promise<string[]> {
  const count = async () => (await stack.sql('select from mail_message where mailbox_id = $1', [box.id])).length;
  const before = await count();
  await submit(stack, { to: box.address, from: stranger(), raw: rawTo(box.address, fields, body) });
  await waitUntil(async () => (await count()) > before, { timeoutMs: 15_000, what: 'its delivery' });
  await settled(stack, tenant.id);
  const rows = await stack.sql<{ system_key: string }>(
    `select l.system_key from message_label m join label l on l.id = m.label_id
      where m.message_id = (select id from mail_message where mailbox_id = $1 order by id desc limit 1) order by 1`,
    [box.id],
  );
  return rows.map(({ system_key: key }) => key);
}

describe('mail that arrives', () => {
  it('gets the labels of the rules that hold', async () => {
    const box = await fresh();
    expect(await labelled(box)).toEqual([]);
    expect(await labelled(box, ['Importance: high'])).toEqual(['importante']);
    expect(await labelled(box, ['List-Unsubscribe: <mailto:x@y.test>'])).toEqual(['promocoes']);
    expect(await labelled(box, ['Auto-Submitted: auto-generated'])).toEqual(['notificacoes']);
    expect(await labelled(box, ['Precedence: bulk'], GTUBE)).toEqual([]);
  });

  it('is personal in a conversation in which the mailbox has written', async () => {
    const box = await fresh();
    const { status, body } = await owner.post(`/mailboxes/${box.id}/send`, {
      to: ['a@b.test'],
      subject: 'Hi',
      text: 'Hi',
    });
    expect(status).toBe(202);
    const answer = [`In-Reply-To: <${body.message_id}>`];
    expect(await labelled(box, answer)).toEqual(['pessoal']);
    expect(await labelled(box, [...answer, 'X-Priority: 1'])).toEqual(['importante', 'pessoal']);
    expect(await labelled(box, [...answer, 'Auto-Submitted: auto-replied'])).toEqual(['notificacoes']);
  });

  it('is personal if a contact of the mailbox wrote it', async () => {
    const box = await fresh();
    expect((await owner.post(`/mailboxes/${box.id}/contacts`, { name: 'Ana', email: 'Ana@Sender.test' })).status).toBe(
      201,
    );
    expect(await labelled(box)).toEqual(['pessoal']);
    expect(await labelled(box, ['Precedence: bulk'])).toEqual(['promocoes']);
  });

  it('gets none that is switched off', async () => {
    const box = await fresh();
    const { body } = await owner.put(pathOf(box), { promocoes: false });
    expect(body.rules.map(({ label, enabled }: { label: string; enabled: boolean }) => [label, enabled])).toEqual([
      ['importante', true],
      ['pessoal', true],
      ['promocoes', false],
      ['notificacoes', true],
    ]);
    expect((await owner.get(pathOf(box))).body).toEqual(body);
    expect(await labelled(box, ['Precedence: bulk'])).toEqual([]);
    expect(await labelled(box, ['Auto-Submitted: auto-generated'])).toEqual(['notificacoes']);
    await owner.put(pathOf(box), { promocoes: true, notificacoes: false });
    expect(await labelled(box, ['Precedence: bulk'])).toEqual(['promocoes']);
    expect(await labelled(box, ['Auto-Submitted: auto-generated'])).toEqual([]);
  });
});

describe('the rules', () => {
  it('are switched by those who manage the mailbox, and audited', async () => {
    const box = await fresh();
    const [reader, rival] = [await tenant.member('member'), await (await stack.createTenant()).session()];
    await owner.put(`/mailboxes/${box.id}/grants/${reader.userId}`, { role: 'reader' });
    expect((await reader.client.get(pathOf(box))).status).toBe(200);
    expect((await reader.client.put(pathOf(box), {})).status).toBe(403);
    expect((await rival.get(pathOf(box))).status).toBe(404);
    expect((await (await tenant.key()).get(pathOf(box))).status).toBe(403);
    for (const body of [{ spam: false }, { pessoal: 'no' }, { pessoal: 1 }])
      expect((await owner.put(pathOf(box), body)).status).toBe(400);
    await owner.put(pathOf(box), { pessoal: false });
    await owner.put(pathOf(box), { pessoal: false });
    const entries = await stack.sql(
      `select before, after from audit_entry where object_id = $1 and action = 'mailbox.label-rules-changed'`,
      [box.id],
    );
    expect(entries).toEqual([{ before: { disabled: [] }, after: { disabled: ['pessoal'] } }]);
  });
});
