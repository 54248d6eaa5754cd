import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createMailbox, createVerifiedDomain, newMessage } from '../../../../test/support/mail-fixtures.js';
import { mailStack, type MailTenant } from '../../../../test/support/mail-stack.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import { MailboxGrant } from '../mailboxes/grants/mailbox-grant.entity.js';
import type { GrantRole } from '../mailboxes/mailbox-values.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MessageStore } from '../messages/store/message-store.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;
let member: Awaited<ReturnType<MailTenant['member']>>;
let client: HttpClient;

beforeAll(async () => {
  domain = await createVerifiedDomain(stack, tenant.id, `${tenant.slug}.test`);
  member = await tenant.member('member');
  ({ client } = member);
});
const database = () => stack.app.get(Database, { strict: false });

async function mailbox(role: GrantRole = 'sender'): Promise<Mailbox> {
  const box = await createMailbox(stack, domain, v7());
  const grant = { tenantId: tenant.id, mailboxId: box.id, userId: member.userId, role };
  await database().tenant(tenant.id, (tx) => tx.insert(MailboxGrant, grant));
  return box;
}

const pathOf = ({ id }: { id: string }) => `/mailboxes/${id}/contacts`;
const emails = (body: { contacts: { email: string }[] }) => body.contacts.map(({ email }) => email).join();

describe('a contact', () => {
  it('is added, read, changed and removed', async () => {
    const box = await mailbox();
    const { status, body, headers } = await client.post(pathOf(box), { email: 'Ana@x.test', name: ' Ana Lima ' });
    expect([status, body.email, body.name, body.notes]).toEqual([201, 'Ana@x.test', 'Ana Lima', '']);
    expect((await client.get(String(headers['location']))).body).toEqual(body);
    const changed = await client.patch(`${pathOf(box)}/${body.id}`, { notes: 'a\nb', email: 'ana@x.test' });
    expect(changed.body).toMatchObject({ id: body.id, name: 'Ana Lima', notes: 'a\nb', email: 'ana@x.test' });
    expect((await client.patch(`${pathOf(box)}/${body.id}`, {})).status).toBe(400);
    expect((await client.delete(`${pathOf(box)}/${body.id}`)).status).toBe(204);
    for (const unknown of [body.id, v7(), 'x'])
      expect((await client.delete(`${pathOf(box)}/${unknown}`)).status).toBe(404);
  });

  it('is one of its e-mail address, in whatever case', async () => {
    const box = await mailbox();
    const answers = await Promise.all(
      ['a@x.test', 'A@x.test', 'a@X.test'].map((email) => client.post(pathOf(box), { email })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const { body } = await client.post(pathOf(box), { email: 'b@x.test' });
    expect((await client.patch(`${pathOf(box)}/${body.id}`, { email: 'A@x.test' })).status).toBe(409);
    const both = await Promise.all(
      ['c@x.test', 'd@x.test'].map(async (email) => {
        const { id } = (await client.post(pathOf(box), { email })).body;
        return client.patch(`${pathOf(box)}/${id}`, { email: 'e@x.test' });
      }),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it.each([{}, { email: 'x' }, { email: null }, { email: 'a@x.test', name: 'a\nb' }, { email: 'a@x.test', more: 1 }])(
    'of %j is invalid',
    async (body) => {
      expect((await client.post(pathOf(await mailbox()), body)).status).toBe(400);
    },
  );

  it('is read by readers and changed by senders of its mailbox, in a session', async () => {
    const box = await mailbox('reader');
    expect((await client.get(pathOf(box))).status).toBe(200);
    expect((await client.post(pathOf(box), { email: 'a@x.test' })).status).toBe(403);
    expect((await (await tenant.key('email:read')).get(pathOf(box))).status).toBe(403);
    expect((await (await tenant.session('member')).get(pathOf(box))).status).toBe(404);
    const rival = await (await stack.createTenant()).session('admin');
    expect((await rival.get(pathOf(box))).status).toBe(404);
  });
});

describe('the contacts of a mailbox', () => {
  it('are listed by name, page by page', async () => {
    const box = await mailbox();
    for (const [email, name] of [
      ['z@x.test', 'ana'],
      ['bia@x.test', ''],
      ['c@x.test', 'Caio'],
      ['d@x.test', 'ANA'],
    ])
      await client.post(pathOf(box), { email, name });
    const first = (await client.get(`${pathOf(box)}?limit=3`)).body;
    const second = (await client.get(`${pathOf(box)}?limit=3&cursor=${first.next_cursor}`)).body;
    expect([emails(first), emails(second), second.next_cursor]).toEqual([
      'z@x.test,d@x.test,bia@x.test',
      'c@x.test',
      '',
    ]);
    expect(emails((await client.get(`${pathOf(box)}?limit=1&cursor=nonsense`)).body)).toBe('z@x.test');
  });

  it('are found by a part of the name or address, which is no pattern', async () => {
    const box = await mailbox();
    for (const [email, name] of [
      ['ana@x.test', 'Ana 100%'],
      ['bia@shop.test', 'Bia'],
      ['a_b@x.test', ''],
    ])
      await client.post(pathOf(box), { email, name });
    const find = async (q: string) => emails((await client.get(`${pathOf(box)}?q=${encodeURIComponent(q)}`)).body);
    expect(await find('SHOP')).toBe('bia@shop.test');
    expect(await find('0%')).toBe('ana@x.test');
    expect(await find('_')).toBe('a_b@x.test');
    expect(await find('nobody')).toBe('');
    expect((await client.get(`${pathOf(box)}?q=${'x'.repeat(201)}`)).status).toBe(400);
  });
});

describe('suggested recipients', () => {
  const suggest = async (box: Mailbox, query = '') =>
    (await client.get(`/mailboxes/${box.id}/recipients/suggest?${query}`)).body.suggestions;

  async function sent(box: Mailbox, address: string, daysAgo: number, name = ''): Promise<void> {
    const to = [{ name, address }];
    const sortedAt = new Date(Date.now() - daysAgo * 86_400_000);
    const message = newMessage(box, { folder: 'sent', origin: 'sent', isRead: true, to, sortedAt });
    const store = stack.app.get(MessageStore, { strict: false });
    await database().tenant(tenant.id, (tx) => store.insert(tx, tenant.id, message));
  }

  it('are those written to often and lately, then other contacts', async () => {
    const box = await mailbox();
    for (const days of [100, 101, 102]) await sent(box, 'old@x.test', days);
    for (const days of [1, 2]) await sent(box, 'Often@x.test', days, 'Olga');
    await sent(box, 'once@x.test', 3);
    const { id } = (await client.post(pathOf(box), { email: 'often@x.test', name: 'Olga Reis' })).body;
    await client.post(pathOf(box), { email: 'never@x.test', name: 'Nina' });
    const found = await suggest(box);
    expect(found[0]).toEqual({ name: 'Olga Reis', address: 'often@x.test', contact_id: id });
    const addresses = found.map(({ address }: { address: string }) => address);
    expect(addresses).toEqual(['often@x.test', 'once@x.test', 'old@x.test', 'never@x.test']);
    expect(await suggest(box, 'limit=1')).toHaveLength(1);
  });

  it('contain the text, and are of this mailbox alone', async () => {
    const [box, other] = [await mailbox(), await mailbox()];
    await sent(box, 'ana@x.test', 1, 'Ana');
    await sent(other, 'anabela@x.test', 1);
    const name = async (q: string) => (await suggest(box, `q=${q}`)).map(({ address }: { address: string }) => address);
    expect(await name('ANA')).toEqual(['ana@x.test']);
    expect(await name('%25')).toEqual([]);
    expect((await client.get(`/mailboxes/${v7()}/recipients/suggest?q=a`)).status).toBe(404);
  });
});

describe('a person whom the CRM erases', () => {
  const ANA = 'Ana.Erased@x.test';

  /** Sends the event as the CRM does. */
  async function erase(of: MailTenant, addresses: string[], more: object = {}, id = v7()): Promise<string> {
    const payload = {
      contactId: 'cnt_0123456789abcdef',
      requestId: null,
      emails: addresses,
      phones: [],
      leadIds: [],
      ...more,
    };
    const event = { id, type: 'crm.contact.erased', tenantId: of.id, from: 'crm', payload };
    const crm = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
    const { body } = await crm.post('/internal/events', { ...event, occurredAt: new Date().toISOString() });
    return body.receipt;
  }

  const note = (of: string, box: Mailbox, address: string) =>
    Promise.all([
      stack.sql(
        `insert into mailbox_contact (tenant_id, id, mailbox_id, email, name, notes) values ($1, $2, $3, $4, 'Ana', '')`,
        [of, v7(), box.id, address],
      ),
      stack.sql(`insert into vacation_reply (tenant_id, mailbox_id, address, replied_at) values ($1, $2, $3, now())`, [
        of,
        box.id,
        address.toLowerCase(),
      ]),
      stack.sql(
        `insert into pgp_key (tenant_id, id, mailbox_id, email, fingerprint, user_id, public_key, is_own)
         select $1, gen_random_uuid(), $2, $3, $4 || is_own, 'Ana', 'key', is_own from unnest(array[true, false]) is_own`,
        [of, box.id, address.toLowerCase(), v7()],
      ),
    ]);

  const noted = async (of: string, address: string): Promise<number[]> => {
    const [row] = await stack.sql<Record<string, number>>(
      `select (select count(*)::int from mailbox_contact where tenant_id = $1 and lower(email) = $2) as contacts,
              (select count(*)::int from vacation_reply where tenant_id = $1 and address = $2) as replies,
              (select count(*)::int from pgp_key where tenant_id = $1 and email = $2) as keys`,
      [of, address.toLowerCase()],
    );
    return [row!['contacts']!, row!['replies']!, row!['keys']!];
  };

  it('leaves the address books, the answers and the keys of that tenant alone, and its mail stays', async () => {
    const rival = await stack.createTenant();
    const theirs = await createVerifiedDomain(stack, rival.id, `${rival.slug}.test`);
    const boxes = [await mailbox(), await mailbox()];
    for (const box of boxes) for (const address of [ANA, 'bia.kept@x.test']) await note(tenant.id, box, address);
    await note(rival.id, await createMailbox(stack, theirs, v7()), ANA);
    const message = newMessage(boxes[0]!, { from: { name: 'Ana', address: ANA } });
    await database().tenant(tenant.id, (tx) =>
      stack.app.get(MessageStore, { strict: false }).insert(tx, tenant.id, message),
    );

    const id = v7();
    expect([await erase(tenant, [ANA], {}, id), await erase(tenant, [ANA], {}, id)]).toEqual(['applied', 'duplicate']);

    // The mailbox's own keys stay.
    expect(await noted(tenant.id, ANA)).toEqual([0, 0, 2]);
    expect(await noted(tenant.id, 'bia.kept@x.test')).toEqual([2, 2, 4]);
    expect(await noted(rival.id, ANA)).toEqual([1, 1, 2]);
    expect(await stack.sql(`select from mail_message where mailbox_id = $1`, [boxes[0]!.id])).toHaveLength(1);
    const [entry] = await stack.sql<{ after: object; row: string }>(
      `select after, audit_entry::text as row from audit_entry where tenant_id = $1 and action = 'crm-contact.erased'`,
      [tenant.id],
    );
    expect(entry?.after).toEqual({ contacts: 2, vacationReplies: 2, pgpKeys: 2 });
    expect(entry?.row).not.toContain('x.test');
  });

  it('stays in them if another contact of the CRM has the address', async () => {
    await note(tenant.id, await mailbox(), 'clara@x.test');
    expect(await erase(tenant, ['clara@x.test'], { heldElsewhere: ['Clara@x.test'] })).toBe('applied');
    expect(await noted(tenant.id, 'clara@x.test')).toEqual([1, 1, 2]);
  });

  it('is erased of a tenant that has no mailbox, too', async () => {
    expect(await erase(await stack.createTenant(), [ANA])).toBe('applied');
  });
});
