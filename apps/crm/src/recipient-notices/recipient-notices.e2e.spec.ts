import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecipientNotice } from '#libs/core/app-events';
import { waitUntil } from '#libs/test/testing';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import { EVENT_BATCH_PATH, sendEventBatch } from '../../../../test/support/event-batch.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { requestStatements } from '../../../../test/support/statements.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { startEventReceiver } from '../../../../test/support/event-receiver.js';

let tenant: CrmTenant;
let acme: HttpClient;

const platform = useStack(startEventReceiver);
const stack = useStack(() => crmStack({ PLATFORM_URL: platform.url }));
beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session();
});

/** The next seconds: what is told here is newer than what the contact has said to the CRM. */
let seconds = 0;
const later = () => new Date(Date.now() + (seconds += 1) * 1_000).toISOString();

const noticeOf = (address: string, change: RecipientNotice['change'], more: Partial<RecipientNotice> = {}) => ({
  channel: address.startsWith('+') ? ('sms' as const) : ('email' as const),
  address,
  change,
  source: 'link' as const,
  isDomainGone: false,
  occurredAt: later(),
  ...more,
});

/** Sends notices as Platform does, an event for each. */
async function receive(notices: readonly RecipientNotice[], ids: readonly string[] = []): Promise<string[]> {
  const events = notices.map((notice, index) => {
    return { id: ids[index], occurredAt: notice.occurredAt, payload: { notices: [notice] } };
  });
  const type = { type: 'platform.recipients.changed', from: 'platform' };
  const answer = await sendEventBatch(stack, tenant, type, events);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.receipts;
}

async function newContact(email: string, more: object = {}): Promise<string> {
  const { status, body, text } = await acme.post('/v1/contatos', { email, ...more });
  expect(status, text).toBe(201);
  return `/v1/contatos/${body.id}`;
}

const allowed = async (path: string) => (await acme.get(`${path}/consentimento`)).body.recebe;
const history = async (path: string) =>
  (await acme.get(`${path}/consentimento/historico`)).body.historico.map(
    ({ canal, recebe, origem, autor }: Record<string, unknown>) => [canal, recebe, origem, autor],
  );
const told = (type: string) =>
  platform.requests
    .flatMap(({ text }) => {
      const { events, payload, ...one } = JSON.parse(text);
      return (events ?? [{ payload }]).map((event: object) => ({ ...one, ...event }));
    })
    .filter((one) => one.type === type && one.tenantId === tenant.id);
const consentNotices = () => told('crm.consent.changed').flatMap(({ payload }) => payload.notices);
const queued = () => stack.sql<{ id: string }>('select id::text from outbox where tenant_id = $1', [tenant.id]);
const allSent = () => waitUntil(async () => (await queued()).length === 0);

describe('a recipient who unsubscribes at Platform', () => {
  it('has withdrawn the consent of the contact, with its origin, history and timeline', async () => {
    const path = await newContact('ana@example.com', { telefone: '+5511987654321' });
    await acme.put(`${path}/consentimento`, { canal: 'email', recebe: true });
    await acme.put(`${path}/consentimento`, { canal: 'sms', recebe: true });
    const notice = noticeOf('ana@example.com', 'unsubscribed');
    await receive([notice]);
    expect(await allowed(path)).toMatchObject({ email: false, sms: true });
    expect((await history(path))[0]).toEqual(['email', false, 'descadastro pelo link do e-mail', null]);
    const { atividades } = (await acme.get(`${path}/atividades?tipo=consentimento`)).body;
    expect(atividades[0]).toMatchObject({
      autor: null,
      dados: { canal: 'email', recebe: false, origem: 'descadastro pelo link do e-mail' },
    });
  });

  it.each([
    ['complained', 'report', 'reclamação de spam'],
    ['unsubscribed', 'preferences', 'página de preferências'],
    ['unsubscribed', 'api', 'descadastro registrado pela conta'],
  ] as const)('or %s by %s says so in the history', async (change, source, origin) => {
    const path = await newContact('ana@example.com');
    await receive([noticeOf('ana@example.com', change, { source })]);
    expect(await history(path)).toEqual([['email', false, origin, null]]);
  });

  it('is found by an address that is not the first, and the others are told to Platform alone', async () => {
    const path = await newContact('ana@example.com');
    await acme.post(`${path}/identificadores`, { canal: 'email', valor: 'ana@casa.example' });
    await receive([noticeOf('ana@casa.example', 'unsubscribed')]);
    expect(await allowed(path)).toMatchObject({ email: false });
    await allSent();
    expect(consentNotices()).toEqual([{ channel: 'email', address: 'ana@example.com', suppressed: true }]);
    await receive([noticeOf('ana@casa.example', 'resubscribed', { source: 'preferences' })]);
    expect(await allowed(path)).toMatchObject({ email: true });
    await allSent();
    expect(consentNotices().slice(1)).toEqual([{ channel: 'email', address: 'ana@example.com', suppressed: false }]);
  });

  it('by a text has withdrawn the consent to texts', async () => {
    const path = await newContact('ana@example.com', { telefone: '+5511987654321' });
    await receive([noticeOf('+5511987654321', 'unsubscribed', { source: 'text' })]);
    expect(await history(path)).toEqual([['sms', false, 'resposta de saída por SMS', null]]);
    await receive([noticeOf('+5511987654321', 'resubscribed', { source: 'text' })]);
    expect(await allowed(path)).toMatchObject({ sms: true });
  });

  it('has withdrawn it also from a deleted contact, of which Platform is told nothing', async () => {
    const path = await newContact('ana@example.com');
    await acme.post(`${path}/identificadores`, { canal: 'email', valor: 'ana@casa.example' });
    await acme.delete(path);
    await receive([noticeOf('ana@example.com', 'unsubscribed')]);
    await allSent();
    expect(consentNotices()).toEqual([]);
    const [row] = await stack.sql('select channel, granted from consent_change where tenant_id = $1', [tenant.id]);
    expect(row).toEqual({ channel: 'email', granted: false });
  });
});

describe('notices of Platform', () => {
  it('that arrive again, or that something newer has overtaken, change nothing', async () => {
    const path = await newContact('ana@example.com');
    const [first, second, third] = [later(), later(), later()];
    await receive([noticeOf('ana@example.com', 'resubscribed', { occurredAt: second })]);
    await receive([noticeOf('ana@example.com', 'unsubscribed', { occurredAt: first })]);
    expect(await history(path)).toEqual([]);
    const notice = noticeOf('ana@example.com', 'unsubscribed', { occurredAt: third });
    const id = v7();
    expect(await receive([notice], [id])).toEqual(['applied']);
    expect(await receive([notice], [id])).toEqual(['duplicate']);
    expect(await history(path)).toHaveLength(1);
  });

  it('are older than a consent that was recorded since', async () => {
    const path = await newContact('ana@example.com');
    await acme.put(`${path}/consentimento`, { canal: 'email', recebe: true });
    const occurredAt = new Date(Date.now() - 60_000).toISOString();
    await receive([noticeOf('ana@example.com', 'unsubscribed', { occurredAt })]);
    expect(await allowed(path)).toMatchObject({ email: true });
  });

  it('of a return do not undo what was withdrawn in the CRM', async () => {
    const path = await newContact('ana@example.com');
    await acme.put(`${path}/consentimento`, { canal: 'email', recebe: false });
    await receive([noticeOf('ana@example.com', 'resubscribed', { source: 'confirmation' })]);
    expect(await allowed(path)).toMatchObject({ email: false });
    expect(await history(path)).toHaveLength(1);
  });

  it('in one batch count one after the other, and leave each its record', async () => {
    const path = await newContact('ana@example.com');
    const [first, second] = [later(), later()];
    await receive([
      noticeOf('ana@example.com', 'resubscribed', { source: 'preferences', occurredAt: second }),
      noticeOf('ana@example.com', 'unsubscribed', { occurredAt: first }),
    ]);
    expect(await history(path)).toEqual([
      ['email', true, 'página de preferências', null],
      ['email', false, 'descadastro pelo link do e-mail', null],
    ]);
  });

  it('of an address that no contact has leave nothing, nor do those of an erased contact', async () => {
    const contato_id = (await newContact('ana@example.com')).split('/').at(-1);
    await receive([noticeOf('ana@example.com', 'bounced')]);
    const asked = { contato_id, solicitante: 'titular@example.com', canal: 'email' };
    const { body } = await acme.post('/v1/pedidos-exclusao', asked);
    expect((await acme.post(`/v1/pedidos-exclusao/${body.id}/aprovar`)).status).toBe(200);
    await receive([noticeOf('ana@example.com', 'unsubscribed'), noticeOf('bia@example.com', 'complained')]);
    const [left] = await stack.sql<{ consents: number; notices: number }>(
      `select (select count(*) from consent_change where tenant_id = $1)::int as consents,
              (select count(*) from recipient_notice where tenant_id = $1)::int as notices`,
      [tenant.id],
    );
    expect(left).toEqual({ consents: 0, notices: 0 });
  });

  it('of a tenant without contacts make no key', async () => {
    await receive([noticeOf('ana@example.com', 'unsubscribed')]);
    expect(await stack.sql('select from tenant_key where tenant_id = $1', [tenant.id])).toEqual([]);
  });

  it('cost as many statements for fifty contacts as for one', async () => {
    const addresses = Array.from({ length: 50 }, (_, n) => `many-${n}@example.com`);
    for (const address of addresses) await newContact(address);
    await allSent();
    const statements = (some: readonly string[], change: RecipientNotice['change']) =>
      requestStatements(
        EVENT_BATCH_PATH,
        () => receive(some.map((address) => noticeOf(address, change))),
        /recipient_notice|consent_change|contact|activity/,
      );
    const one = await statements(addresses.slice(0, 1), 'unsubscribed');
    const many = await statements(addresses.slice(1), 'unsubscribed');
    expect(many).toHaveLength(one.length);
    const paths = (await acme.get('/v1/contatos?limite=100')).body.contatos as { id: string }[];
    for (const { id } of paths) expect(await allowed(`/v1/contatos/${id}`)).toMatchObject({ email: false });
  });
});

describe('an address that bounces for good', () => {
  it.each([
    [false, 'suspeito'],
    [true, 'dominio_inexistente'],
  ])('with a domain that is gone (%s) is %s, without a change of consent', async (isDomainGone, status) => {
    const path = await newContact('ana@example.com');
    await acme.put(`${path}/consentimento`, { canal: 'email', recebe: true });
    await receive([noticeOf('ana@example.com', 'bounced', { source: 'report', isDomainGone })]);
    expect((await acme.get(path)).body.email_status).toBe(status);
    expect(await allowed(path)).toMatchObject({ email: true });
    await allSent();
    const changes = told('crm.contacts.changed').flatMap(({ payload }) => payload.changes);
    expect(changes.at(-1)).toMatchObject({ kind: 'updated', fields: ['email_status'] });
  });

  it('judges the primary address alone, and the newest bounce counts', async () => {
    const path = await newContact('ana@example.com');
    await acme.post(`${path}/identificadores`, { canal: 'email', valor: 'ana@casa.example' });
    await receive([noticeOf('ana@casa.example', 'bounced')]);
    expect((await acme.get(path)).body.email_status).toBeNull();
    const [first, second] = [later(), later()];
    await receive([noticeOf('ana@example.com', 'bounced', { occurredAt: second })]);
    await receive([noticeOf('ana@example.com', 'bounced', { isDomainGone: true, occurredAt: first })]);
    expect((await acme.get(path)).body.email_status).toBe('suspeito');
  });
});
