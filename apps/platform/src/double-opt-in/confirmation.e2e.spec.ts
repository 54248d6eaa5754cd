import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { createRedis } from '#libs/core/redis';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { waitUntil } from '#libs/test/testing';
import { ENCRYPTION_KEYS } from '../../../../test/support/app-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import type { PlatformConfig } from '../config.js';
import { draft, findRecipients, inStatus, step } from '../campaigns/campaigns.fixture.js';
import { ConfirmationLinks } from '../lists/confirmation/confirmation-links.js';
import { useStack } from '../../../../test/support/use-stack.js';

const PUBLIC_URL = 'https://t.demo.test';

const stack = useStack(() => platformStack({ environment: { PUBLIC_URL } }));

interface Owner {
  tenant: TestTenant;
  session: HttpClient;
  listId: string;
}

/** An account with a list that asks. */
async function account(list: object = {}): Promise<Owner> {
  const tenant = await stack.createTenant();
  const session = await tenant.session();
  const { status, body } = await session.post('/api/lists', { Name: 'News', DoubleOptIn: true, ...list });
  expect(status).toBe(201);
  return { tenant, session, listId: body.List.Id };
}

async function contact({ session }: Owner, Email: string, fields: object = {}): Promise<string> {
  const { status, body } = await session.post('/api/contacts', { Email, ...fields });
  expect(status).toBe(201);
  return body.Contact.Id;
}

const add = ({ session, listId }: Owner, ids: string[], rest: object = {}) =>
  session.post(`/api/lists/${listId}/members`, { ContactIds: ids, ...rest });

const listOf = async ({ session, listId }: Owner) => (await session.get(`/api/lists/${listId}`)).body.List;

const counts = async (owner: Owner) => {
  const { MemberCount, PendingCount } = await listOf(owner);
  return [MemberCount, PendingCount];
};

const mailsTo = (email: string) => stack.mail.messages.filter(({ to }) => to.includes(email));

/** The newest of so many mails to an address, and the path of its link. */
async function mailTo(email: string, count = 1) {
  await waitUntil(() => mailsTo(email).length >= count, { what: `${count} mails to ${email}` });
  const parsed = await simpleParser(mailsTo(email).at(-1)!.raw);
  const path = /https:\/\/t\.demo\.test(\/t\/l\/[\w.~-]+)/.exec(parsed.text ?? '')?.[1] ?? '';
  return { ...parsed, path };
}

/** All mails that were asked for are sent, or never will be. */
const settled = () =>
  waitUntil(
    async () =>
      (await stack.sql(`select from outbox where kind = 'list.ask-member' and available_at <= now()`)).length === 0,
  );

const open = (path: string, language = 'en') => stack.anonymous.get(path, { 'accept-language': language });
const press = (path: string, language = 'en') =>
  stack.anonymous.send('POST', path, undefined, { 'accept-language': language, 'user-agent': 'Firefox' });

const later = (owner: Owner, what = '11 minutes') =>
  stack.sql(`update contact_list_member set asked_at = asked_at - $2::interval where list_id = $1`, [
    owner.listId,
    what,
  ]);

/** The same link, a week and a second later. */
function expired(path: string): string {
  const secrets = new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS));
  const links = new ConfirmationLinks(secrets, { publicUrl: PUBLIC_URL } as PlatformConfig);
  const link = links.open(path.slice('/t/l/'.length))!;
  const expiresAt = new Date(link.expiresAt.getTime() - 7 * 86_400_000 - 1_000);
  return links.url({ ...link, expiresAt }).slice(PUBLIC_URL.length);
}

/** An address that no other test has. */
let number = 0;
const address = (name = 'ana') => `${name}@person${(number += 1)}.test`;

describe('a contact on a list with double opt-in', () => {
  it('is pending, and asked by a mail of the account, until the button behind its link is pressed', async () => {
    const owner = await account();
    const email = address();
    const id = await contact(owner, email);
    const { status, body } = await add(owner, [id]);
    expect([status, body.Added, body.Asked]).toEqual([200, 1, 1]);
    expect(await counts(owner)).toEqual([1, 1]);

    const mail = await mailTo(email);
    expect(mail.from?.value[0]?.address).toBe(`no-reply@${owner.tenant.slug}.test`);
    expect(mail.subject).toMatch(/^Confirm your subscription to /);
    expect(mail.text).toContain('“News”');
    expect(mail.headers.has('list-unsubscribe')).toBe(false);
    expect(String(mail.html)).not.toMatch(/\/t\/(?:o|c)\//);

    for (let n = 0; n < 3; n += 1) {
      const page = await open(mail.path);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('<h1>Confirm your subscription</h1>')]);
      expect(page.text).not.toContain(email);
      expect(page.headers['cache-control']).toBe('no-store');
    }
    expect((await stack.anonymous.send('HEAD', mail.path)).status).toBe(200);
    expect(await counts(owner)).toEqual([1, 1]);

    expect((await press(mail.path)).text).toContain('You are subscribed');
    expect(await counts(owner)).toEqual([1, 0]);
    expect((await press(mail.path)).text).toContain('Already confirmed');
    expect((await open(mail.path)).text).toContain('Already confirmed');
    expect(await counts(owner)).toEqual([1, 0]);
    const [proof] = await stack.sql('select * from contact_list_member where contact_id = $1', [id]);
    expect(proof).toMatchObject({
      confirmed_at: expect.any(Date),
      confirmed_ip: expect.any(String),
      confirmed_user_agent: 'Firefox',
    });
  });

  it('is confirmed once by many presses at the same moment', async () => {
    const owner = await account();
    const email = address();
    await add(owner, [await contact(owner, email)]);
    const { path } = await mailTo(email);
    const pages = await Promise.all(Array.from({ length: 8 }, () => press(path)));
    expect(pages.filter(({ text }) => text.includes('You are subscribed'))).toHaveLength(1);
    expect(await counts(owner)).toEqual([1, 0]);
  });

  it('gets no campaign before', async () => {
    const owner = await account();
    const [confirmed, pending] = [address('yes'), address('no')];
    await add(owner, [await contact(owner, confirmed), await contact(owner, pending)]);
    await press((await mailTo(confirmed)).path);
    await mailTo(pending);
    const campaign = await draft(owner);
    await step(owner, campaign, 'start');
    const { Progress } = await inStatus(owner, campaign, 'completed');
    expect(Progress).toMatchObject({ Recipients: 1, Accepted: 1, Skipped: 0 });
    const recipients = await findRecipients(stack, owner);
    expect(recipients.sort()).toEqual([confirmed, confirmed, pending].sort());
  });

  it('is listed as pending or confirmed', async () => {
    const owner = await account();
    const email = address();
    const ids = [await contact(owner, email), await contact(owner, address())];
    await add(owner, ids);
    await press((await mailTo(email)).path);
    const listed = async (query: string) => {
      const { body } = await owner.session.get(`/api/lists/${owner.listId}/members?${query}`);
      return body.Contacts.map(({ Id }: { Id: string }) => Id);
    };
    expect(await listed('status=confirmed')).toEqual([ids[0]]);
    expect(await listed('status=pending')).toEqual([ids[1]]);
    expect(await listed('')).toEqual([ids[1], ids[0]]);
    expect((await owner.session.get(`/api/lists/${owner.listId}/members?status=other`)).status).toBe(422);
  });

  it('was there before the list asked, and stays confirmed', async () => {
    const owner = await account({ DoubleOptIn: false });
    const id = await contact(owner, address());
    expect((await add(owner, [id])).body).toMatchObject({ Added: 1, Asked: 0 });
    await owner.session.post('/api/lists', { Name: 'News', DoubleOptIn: true });
    expect((await add(owner, [id])).body).toMatchObject({ Added: 0, Asked: 0 });
    expect(await counts(owner)).toEqual([1, 0]);
    expect((await listOf(owner)).DoubleOptIn).toBe(true);
  });

  it('need not confirm any more when it is added after the list stopped asking', async () => {
    const owner = await account();
    const id = await contact(owner, address());
    await add(owner, [id]);
    await owner.session.post('/api/lists', { Name: 'News', DoubleOptIn: false, ConsentNote: 'Asked in the shop' });
    expect(await counts(owner)).toEqual([1, 1]);
    expect((await add(owner, [id])).body).toMatchObject({ Added: 0, Asked: 0 });
    expect(await counts(owner)).toEqual([1, 0]);
  });

  it('is asked anew after it was taken off, and the count follows', async () => {
    const owner = await account();
    const email = address();
    const id = await contact(owner, email);
    await add(owner, [id]);
    const { path } = await mailTo(email);
    await press(path);
    await owner.session.send('DELETE', `/api/lists/${owner.listId}/members`, JSON.stringify({ ContactIds: [id] }));
    expect(await counts(owner)).toEqual([0, 0]);
    expect((await open(path)).status).toBe(404);
    expect((await press(path)).status).toBe(404);
    expect((await add(owner, [id])).body).toMatchObject({ Added: 1, Asked: 1 });
    expect(await counts(owner)).toEqual([1, 1]);
    await press((await mailTo(email, 2)).path);
    expect(await counts(owner)).toEqual([1, 0]);
    await add(owner, [await contact(owner, address())]);
    expect(await counts(owner)).toEqual([2, 1]);
    await owner.session.delete(`/api/contacts/${id}`);
    expect(await counts(owner)).toEqual([1, 1]);
  });

  it('is asked by a server with a key, too', async () => {
    const owner = await account();
    const email = address();
    const key = await owner.tenant.key();
    const { Id } = (await key.post('/v1/contacts', { Email: email })).body.Contact;
    const list = (await key.post('/v1/lists', { Name: 'Of a server', DoubleOptIn: true, Language: 'pt' })).body.List;
    expect(list).toMatchObject({ DoubleOptIn: true, Language: 'pt', PendingCount: 0 });
    expect((await key.post(`/v1/lists/${list.Id}/members`, { ContactIds: [Id] })).body).toMatchObject({ Asked: 1 });
    const { subject, path } = await mailTo(email);
    expect(subject).toMatch(/^Confirme sua inscrição/);
    await press(path);
    expect((await key.get(`/v1/lists/${list.Id}`)).body.List).toMatchObject({ MemberCount: 1, PendingCount: 0 });
  });
});

describe('consent that was given earlier', () => {
  it('is said by an owner by a session alone, with a note that is kept', async () => {
    const owner = await account();
    const [id, pending] = [await contact(owner, address()), await contact(owner, address())];
    await add(owner, [pending]);
    const rest = { ConsentNote: 'Signed at the fair' };
    const member = await owner.tenant.session('admin');
    const path = `/api/lists/${owner.listId}/members`;
    expect((await member.post(path, { ContactIds: [id], ...rest })).status).toBe(403);
    const key = await owner.tenant.key();
    expect((await key.post(`/v1/lists/${owner.listId}/members`, { ContactIds: [id], ...rest })).status).toBe(403);
    expect(await counts(owner)).toEqual([1, 1]);
    expect((await add(owner, [id, pending], rest)).body).toMatchObject({ Added: 1, Asked: 0 });
    expect(await counts(owner)).toEqual([2, 0]);
    const rows = await stack.sql('select consent_note, confirmed_at from contact_list_member where list_id = $1', [
      owner.listId,
    ]);
    const kept = { consent_note: 'Signed at the fair', confirmed_at: expect.any(Date) };
    expect(rows).toEqual([kept, kept]);
    const audit = await stack.sql(
      `select after from audit_entry where action = 'list.consent-given' and object_id = $1`,
      [owner.listId],
    );
    expect(audit).toEqual([{ after: { contacts: 2, note: 'Signed at the fair' } }]);
  });
});

describe('the link', () => {
  it('that is forged, cut or of another purpose leads to a page that says nothing', async () => {
    const owner = await account();
    const email = address();
    await add(owner, [await contact(owner, email)]);
    const { path } = await mailTo(email);
    const middle = Math.floor(path.length / 2);
    const changed = path.slice(0, middle) + (path[middle] === 'A' ? 'B' : 'A') + path.slice(middle + 1);
    for (const wrong of [changed, path.slice(0, -3), '/t/l/x', `/t/l/${'a'.repeat(2_000)}`, '/t/l/%00']) {
      for (const answer of [await open(wrong), await press(wrong), await press(`${wrong}/again`)]) {
        expect([wrong, answer.status]).toEqual([wrong, expect.toBeOneOf([400, 404])]);
      }
    }
    const page = await open(changed, 'es');
    expect(page.text).toContain('<h1>Este enlace no funciona</h1>');
    expect(page.text).toContain('<html lang="es">');
    expect(page.text).not.toContain('News');
    expect(await counts(owner)).toEqual([1, 1]);
  });

  it('confirms no other address than the one that it went to', async () => {
    const owner = await account();
    const email = address();
    const id = await contact(owner, email);
    await add(owner, [id]);
    const { path } = await mailTo(email);
    await owner.session.patch(`/api/contacts/${id}`, { Email: address('other') });
    expect([(await open(path)).status, (await press(path)).status]).toEqual([404, 404]);
    expect(await counts(owner)).toEqual([1, 1]);
  });

  it('works for seven days, and then offers another one', async () => {
    const owner = await account();
    const email = address();
    await add(owner, [await contact(owner, email)]);
    const { path: fresh } = await mailTo(email);
    const path = expired(fresh);
    for (const answer of [await open(path), await press(path)]) {
      expect([answer.status, answer.text]).toEqual([410, expect.stringContaining('This link has expired')]);
    }
    expect(await counts(owner)).toEqual([1, 1]);
    expect((await press(`${path}/again`)).status).toBe(429);
    await later(owner);
    expect((await press(`${path}/again`)).text).toContain('Check your inbox');
    const next = await mailTo(email, 2);
    expect(next.path).not.toBe(fresh);
    await press(next.path);
    expect(await counts(owner)).toEqual([1, 0]);
    expect((await press(`${path}/again`)).text).toContain('Already confirmed');
  });

  it.each([
    ['en', 'Confirm your subscription', 'You are subscribed'],
    ['pt-BR', 'Confirme sua inscrição', 'Inscrição confirmada'],
    ['es-MX', 'Confirme su suscripción', 'Suscripción confirmada'],
  ])('speaks the language of the browser: %s', async (language, asks, thanks) => {
    const owner = await account({ Language: 'es' });
    const email = address();
    await add(owner, [await contact(owner, email, { Attributes: { language } })]);
    const { path, subject } = await mailTo(email);
    expect(subject).toMatch(new RegExp(`^${asks}`));
    expect((await open(path, language)).text).toContain(`<h1>${asks}</h1>`);
    // A browser that names none of our languages gets that of the list.
    expect((await open(path, 'fr')).text).toContain('<h1>Confirme su suscripción</h1>');
    expect((await press(path, language)).text).toContain(`<h1>${thanks}</h1>`);
  });
});

describe('the mail that asks', () => {
  it('comes again when the contact is added again, at most every ten minutes and five times', async () => {
    const owner = await account();
    const email = address();
    const id = await contact(owner, email);
    expect((await add(owner, [id])).body.Asked).toBe(1);
    expect((await add(owner, [id, id])).body).toMatchObject({ Added: 0, Asked: 0 });
    await later(owner);
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(owner, [id])));
    expect(answers.map(({ body }) => body.Asked).sort()).toEqual([0, 0, 0, 1]);
    await mailTo(email, 2);
    await stack.sql('update contact_list_member set asks = 5 where list_id = $1', [owner.listId]);
    await later(owner);
    expect((await add(owner, [id])).body.Asked).toBe(0);
    const { path } = await mailTo(email, 2);
    const page = await press(`${path}/again`);
    expect([page.status, page.text]).toEqual([409, expect.stringContaining('We cannot send more mails')]);
  });

  it('is sent three times a day to one address for one list, and six times for all lists', async () => {
    const owner = await account();
    const email = address();
    const id = await contact(owner, email);
    for (let n = 0; n < 5; n += 1) {
      await add(owner, [id]);
      await settled();
      await later(owner);
    }
    await mailTo(email, 3);
    const others = await Promise.all(Array.from({ length: 5 }, () => account()));
    for (const other of others) await add(other, [await contact(other, email.toUpperCase())]);
    await settled();
    await waitUntil(() => stack.mail.messages.filter(({ to }) => to[0]?.toLowerCase() === email).length === 6);
    const sent = await stack.sql('select from message where lower(recipient) = $1', [email]);
    expect(sent).toHaveLength(6);
  });

  it('waits while the account has had its 1,000 of the hour', async () => {
    const owner = await account();
    const redis = createRedis(stack.redisUrl);
    await waitUntil(() => redis.set(`platform:confirm-tenant:${owner.tenant.id}`, '999', 'EX', 3_600));
    redis.disconnect();
    const [last, waiting] = [address(), address()];
    await add(owner, [await contact(owner, last)]);
    await mailTo(last);
    await add(owner, [await contact(owner, waiting)]);
    const isWaiting = () =>
      stack.sql(
        `select from outbox where available_at > now() and last_error = 'The limit of the account' and tenant_id = $1`,
        [owner.tenant.id],
      );
    await waitUntil(async () => (await isWaiting()).length === 1);
    expect(mailsTo(waiting)).toEqual([]);
  });

  it('does not go to an address that is suppressed, nor to a contact that left meanwhile', async () => {
    const owner = await account();
    const [suppressed, gone] = [address(), address()];
    await owner.session.post('/api/suppressions', { Address: suppressed, Reason: 'manual' });
    await add(owner, [await contact(owner, suppressed)]);
    const id = await contact(owner, gone);
    await stack.sql(`insert into contact_list_member (tenant_id, list_id, contact_id) values ($1, $2, $3)`, [
      owner.tenant.id,
      owner.listId,
      id,
    ]);
    await settled();
    expect([mailsTo(suppressed), mailsTo(gone)]).toEqual([[], []]);
    expect((await listOf(owner)).PendingCount).toBe(1);
  });

  it('shows no name that is a link', async () => {
    const owner = await account({ Name: 'Win at https://evil.test' });
    const email = address();
    await add(owner, [await contact(owner, email)]);
    const { text, path } = await mailTo(email);
    expect(text).not.toContain('evil');
    expect((await open(path)).text).not.toContain('evil');
  });

  it('is sent from the installation for an account without a verified domain', async () => {
    const owner = await account({ DoubleOptIn: false });
    await stack.sql('delete from sending_domain where tenant_id = $1', [owner.tenant.id]);
    expect((await owner.session.post('/api/lists', { Name: 'News', DoubleOptIn: true })).status).toBe(200);
    const email = address();
    await add(owner, [await contact(owner, email)]);
    expect((await mailTo(email)).from?.value[0]?.address).toBe('no-reply@service.test');
  });
});
