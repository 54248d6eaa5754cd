import { simpleParser } from 'mailparser';
import { expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { crmStack } from '../support/crm-stack.js';
import { HttpClient } from '../support/http-client.js';
import { DASHBOARD_URL, identityStack, type TestOwner, type TestUser } from '../support/identity-stack.js';
import { useStack } from '../support/use-stack.js';

const identity = useStack(identityStack);
const crm = useStack(() =>
  crmStack({ REDIS_URL: identity.redisUrl, IDENTITY_URL: identity.url, ISSUER: identity.url }),
);

const as = async (user: TestUser) => new HttpClient(crm.url, { authorization: `Bearer ${await identity.login(user)}` });

let number = 0;

/** Enters a request to erase a new contact; returns its id. */
async function ask(client: HttpClient): Promise<string> {
  const email = `carla-${++number}@example.test`;
  const contact = await client.post('/v1/contatos', { email, nome: 'Carla Única' });
  expect(contact.status, contact.text).toBe(201);
  const body = { contato_id: contact.body.id, solicitante: email, canal: 'email', motivo: 'Carla quer sair' };
  const answer = await client.post('/v1/pedidos-exclusao', body);
  expect(answer.status, answer.text).toBe(201);
  expect((await client.post('/v1/pedidos-exclusao', body)).status).toBe(409);
  return answer.body.id;
}

/** The mails that tell of a request, by their recipients. */
async function mailsAbout(id: string) {
  const parsed = await Promise.all(
    identity.mail.messages.map(async ({ to, raw }) => ({
      to: to[0]!,
      mail: await simpleParser(raw),
      raw: String(raw),
    })),
  );
  return parsed.filter(({ mail }) => mail.text?.includes(id));
}

async function team(): Promise<{ owner: TestOwner; admin: TestUser; member: TestUser }> {
  const owner = await identity.createOwner();
  const [admin, member] = [await identity.createMember(owner, 'admin'), await identity.createMember(owner)];
  return { owner, admin, member };
}

const told = (id: string, count: number) =>
  waitUntil(async () => (await mailsAbout(id)).length >= count, { timeoutMs: 15_000, what: `${count} mails` });

it('a request to erase a contact is mailed once to each owner and admin, without a datum of the contact', async () => {
  const { owner, admin, member } = await team();
  const id = await ask(await as(member));
  await told(id, 2);
  const mails = await mailsAbout(id);
  expect(mails.map(({ to }) => to).toSorted()).toEqual([owner.email, admin.email].toSorted());
  for (const { mail, raw } of mails) {
    expect(mail.subject).toContain('waits for your decision');
    expect(mail.text).toContain(`${DASHBOARD_URL}/erasure-requests?account=${owner.slug}`);
    for (const text of [mail.text, String(mail.html), raw]) expect(text).not.toMatch(/carla|cnt_/i);
  }
});

it('the mail waits for a mail server that is down', async () => {
  const { member } = await team();
  await identity.mail.stop();
  const id = await ask(await as(member)).finally(() => identity.mail.start());
  await told(id, 2);
  expect(await mailsAbout(id)).toHaveLength(2);
});

it('many requests of one account in an hour do not flood its admins', async () => {
  const { owner } = await team();
  await identity.sql(
    `insert into app_event_received (tenant_id, id, type, sender)
     select $1, gen_random_uuid(), 'crm.erasure.requested', 'crm' from generate_series(1, 20)`,
    [owner.tenantId],
  );
  const id = await ask(await as(owner));
  const received = `select from app_event_received where tenant_id = $1 having count(*) = 21`;
  await waitUntil(async () => (await identity.sql(received, [owner.tenantId])).length > 0, { what: 'the event' });
  expect(await identity.sql('select from outbox where tenant_id = $1', [owner.tenantId])).toEqual([]);
  expect(await mailsAbout(id)).toEqual([]);
});
