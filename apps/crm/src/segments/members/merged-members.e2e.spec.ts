import { beforeEach, describe, expect, it } from 'vitest';
import { sentEventsOf } from '../../../../../test/support/crm-contacts.js';
import { type CrmTenant, crmStack } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import { waitUntil } from '#libs/test/testing';
import { create } from '../../contact-list/contact-list.fixture.js';
import { untilMembersAre } from '../segments.fixture.js';

/** Without a worker of events: what is told to Platform stays to be read. */
const stack = useStack(() => crmStack());
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('admin');
});

const CUSTOMERS = { nome: 'Clientes', criterios: [{ campo: 'estagio', operador: 'igual', valor: 'cliente' }] };

async function saved(body: object): Promise<string> {
  const { status, text, body: answer } = await acme.post('/v1/segmentos', body);
  if (status !== 201) throw new Error(text);
  return answer.segmento.id;
}

const expectMembers = (id: string, ids: readonly string[]) => untilMembersAre(acme, id, ids);

const merge = async (kept: string, merged: string) => {
  const { status, text } = await acme.post(`/v1/contatos/${kept}/mesclar`, { contato_id: merged });
  expect(status, text).toBeLessThan(300);
};

const eventsOf = async (type: string) => (await sentEventsOf(stack, tenant.id)).filter((event) => event.type === type);

interface Told {
  contactId: string;
  email: string | null;
}
const told = async (): Promise<Told[]> =>
  (await eventsOf('crm.segment.members-changed')).flatMap(({ payload }) => (payload as { members: Told[] }).members);

describe('a merge of contacts', () => {
  it('of which both are members leaves the kept one, once', async () => {
    const [kept, merged] = [await create(acme, { estagio: 'cliente' }), await create(acme, { estagio: 'cliente' })];
    const id = await saved(CUSTOMERS);
    await expectMembers(id, [kept, merged]);
    await merge(kept, merged);
    await expectMembers(id, [kept]);
  });

  it('of which the kept one is a member leaves it', async () => {
    const [kept, merged] = [await create(acme, { estagio: 'cliente' }), await create(acme)];
    const id = await saved(CUSTOMERS);
    await expectMembers(id, [kept]);
    await merge(kept, merged);
    await expectMembers(id, [kept]);
  });

  it('makes the kept one a member by what it gets from the other, which is none any more', async () => {
    const [kept, merged] = [await create(acme), await create(acme, { marcadores: ['VIP'], cidade: 'Natal' })];
    const tagged = await saved({
      nome: 'VIP',
      criterios: [{ campo: 'marcadores', operador: 'contem', valor: 'VIP' }],
    });
    const inCity = await saved({ nome: 'Natal', criterios: [{ campo: 'cidade', operador: 'igual', valor: 'Natal' }] });
    for (const id of [tagged, inCity]) await expectMembers(id, [merged]);
    await merge(kept, merged);
    for (const id of [tagged, inCity]) await expectMembers(id, [kept]);
  });

  it('tells Platform of the other that it left, where the segment is a list', async () => {
    const kept = await create(acme, { email: 'kept@example.com', estagio: 'cliente' });
    const merged = await create(acme, { email: 'merged@example.com', estagio: 'cliente' });
    const id = await saved({ ...CUSTOMERS, lista: true });
    await expectMembers(id, [kept, merged]);
    await merge(kept, merged);
    await expectMembers(id, [kept]);
    const newestOf = async (contact: string) => (await told()).findLast(({ contactId }) => contactId === contact);
    expect(await newestOf(merged)).toMatchObject({ email: null });
    expect(await newestOf(kept)).toMatchObject({ email: 'kept@example.com' });
  });
});

describe('a segment that is no list any more', () => {
  it('has Platform end the list, tells of nobody from then on, and of all when it is one again', async () => {
    const ana = await create(acme, { email: 'ana@example.com', estagio: 'cliente' });
    const id = await saved({ ...CUSTOMERS, lista: true });
    await expectMembers(id, [ana]);
    await waitUntil(async () => (await told()).length > 0, { what: 'the first member' });
    expect(await eventsOf('crm.segment.list-ended')).toEqual([]);

    expect((await acme.put(`/v1/segmentos/${id}`, { ...CUSTOMERS, lista: false })).status).toBe(200);
    expect(await eventsOf('crm.segment.list-ended')).toMatchObject([{ to: 'platform', payload: { segmentId: id } }]);
    await expectMembers(id, [ana]);
    const before = (await told()).length;
    const bia = await create(acme, { email: 'bia@example.com', estagio: 'cliente' });
    await expectMembers(id, [ana, bia]);
    expect(await told()).toHaveLength(before);
    expect((await acme.get(`/v1/segmentos/${id}`)).body).toMatchObject({ lista: false });

    expect((await acme.put(`/v1/segmentos/${id}`, { ...CUSTOMERS, lista: true })).status).toBe(200);
    await expectMembers(id, [ana, bia]);
    await waitUntil(async () => (await told()).length >= before + 2, { what: 'both members' });
    const again = (await told()).slice(before);
    expect(new Set(again.map(({ email }) => email))).toEqual(new Set(['ana@example.com', 'bia@example.com']));
    expect(await eventsOf('crm.segment.list-ended')).toHaveLength(1);
  });
});
