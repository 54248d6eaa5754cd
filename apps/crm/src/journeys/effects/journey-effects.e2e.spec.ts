import { beforeEach, describe, expect, it } from 'vitest';
import { sentEventsOf } from '../../../../../test/support/crm-contacts.js';
import { type CrmTenant, crmStack } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';
import { DAY_MS, enterAll, HOUR_MS, journeyCalls, JourneyTime, toStage, wait } from '../journeys.fixture.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const time = usePrepared(() => new JourneyTime(stack));
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('admin');
  time.set('2027-03-01T15:00:00.000Z');
});

const { start, wayOf, ...calls } = journeyCalls(() => acme);
const createContact = async (changes: object = {}, canal: string | null = 'email'): Promise<string> => {
  const id = await calls.createContact(changes);
  if (canal) await acme.put(`/v1/contatos/${id}/consentimento`, { canal, recebe: true, origem: 'balcão' });
  return id;
};
const email = (numero: number, parametros: object = { assunto: 'Oi', texto: 'Tudo bem?' }) => ({
  numero,
  tipo: 'agir',
  acao: 'email',
  parametros,
});
const act = (numero: number, acao: string, parametros: object) => ({ numero, tipo: 'agir', acao, parametros });
const run = async (journeyId: string, ...contactIds: string[]) => {
  await enterAll(stack, tenant, journeyId, contactIds, time.now);
  await time.settle();
};
const resultsOf = async (contactId: string): Promise<string[]> =>
  (await wayOf(contactId)).passos.map(({ resultado }: { resultado: string }) => resultado);

interface Requested {
  channel: string;
  content: Record<string, unknown>;
  messages: { id: string; contactId: string; address: string; origin: string; data: string }[];
}
const requested = async (): Promise<Requested[]> =>
  (await sentEventsOf(stack, tenant.id)).flatMap(({ type, payload }) =>
    type === 'crm.messages.requested' ? (payload as Requested) : [],
  );
const messagesTo = async (contactId: string) =>
  (await requested()).flatMap(({ messages }) => messages.filter((one) => one.contactId === contactId));

describe('a mail of a journey', () => {
  it('is asked of Platform with the fields of the contact, one event for many', async () => {
    await acme.post('/v1/campos-personalizados', { chave: 'frota', rotulo: 'Frota', tipo: 'numero' });
    const id = await start([email(1, { modelo_id: 'tpl_0123456789abcdef', nome_remetente: 'Acme', topico: 'novas' })]);
    const ana = await createContact({ nome: 'Ana', cidade: 'Fortaleza', campos: { frota: 3 } });
    const bia = await createContact();
    await run(id, ana, bia);
    const [event, ...more] = await requested();
    expect([more, event?.channel, event?.content]).toMatchObject([
      [],
      'email',
      { templateId: 'tpl_0123456789abcdef', fromName: 'Acme', topic: 'novas', subject: null, from: null },
    ]);
    const [toAna] = await messagesTo(ana);
    const [toBia] = await messagesTo(bia);
    expect(toAna).toMatchObject({ address: expect.stringMatching(/^p\d+@acme\.test$/) });
    expect(JSON.parse(toAna!.data)).toMatchObject({ nome: 'Ana', cidade: 'Fortaleza', campos: { frota: 3 } });
    expect(JSON.parse(toBia!.data)).toMatchObject({ nome: '', cidade: '', campos: { frota: '' } });
    const steps = await stack.sql<{ message_id: string; origin: string }>(
      `select message_id, enrollment_id || '/' || seq as origin from enrollment_step where tenant_id = $1`,
      [tenant.id],
    );
    expect(steps.map(({ message_id: messageId, origin }) => [messageId, origin]).toSorted()).toEqual(
      [toAna!, toBia!].map((message) => [message.id, message.origin]).toSorted(),
    );
  });

  it('goes to nobody who does not allow it, or has no address, and they go on', async () => {
    const id = await start([email(1), act(2, 'push', { titulo: 'Oi', corpo: 'Oi' }), toStage(3, 'contatado')]);
    const silent = await createContact({}, null);
    const byPhone = await createContact({ email: null, telefone: '+5511987654321' }, 'push');
    const withdrawn = await createContact();
    await acme.put(`/v1/contatos/${withdrawn}/consentimento`, { canal: 'email', recebe: false });
    await run(id, silent, byPhone, withdrawn);
    expect(await resultsOf(silent)).toEqual(['sem_consentimento', 'sem_consentimento', 'mudou']);
    expect(await resultsOf(byPhone)).toEqual(['sem_endereco', 'pedido', 'mudou']);
    expect(await resultsOf(withdrawn)).toEqual(['sem_consentimento', 'sem_consentimento', 'mudou']);
    expect(await requested()).toMatchObject([
      { channel: 'push', messages: [{ contactId: byPhone, address: byPhone }] },
    ]);
    await time.pass(30 * DAY_MS);
    expect(await requested()).toHaveLength(1);
  });

  it('waits for the morning of the person, in the zone of the person', async () => {
    const id = await start([email(1)]);
    const [here, there] = [await createContact(), await createContact({ fuso: 'Asia/Tokyo' })];
    // 23:30 in São Paulo, 11:30 in Tokyo.
    time.set('2027-03-02T02:30:00.000Z');
    await run(id, here, there);
    expect([await resultsOf(there), (await wayOf(here)).proximo_em]).toEqual([['pedido'], '2027-03-02T11:00:00.000Z']);
    await time.pass(8.5 * HOUR_MS - 1);
    expect(await messagesTo(here)).toEqual([]);
    await time.pass(1);
    expect(await messagesTo(here)).toHaveLength(1);
  });

  it('comes in the hour of the person through a year with two changes of the clocks', async () => {
    // 77 hours: each message would come five hours later in the day than the one before.
    const passos = [
      email(1),
      wait(2, 77 * HOUR_MS),
      {
        numero: 3,
        tipo: 'condicao',
        criterios: [{ campo: 'estagio', operador: 'igual', valor: 'cliente' }],
        se_pular_ir: 1,
      },
    ];
    const id = await start(passos);
    const contact = await createContact({ fuso: 'America/New_York' });
    time.set('2027-01-01T13:00:00.000Z');
    await run(id, contact);
    while (time.now < new Date('2028-01-01T13:00:00.000Z')) {
      const [next] = await stack.sql<{ at: Date }>('select due_at as at from enrollment where tenant_id = $1', [
        tenant.id,
      ]);
      time.set(next!.at);
      await time.settle();
    }
    const sent = await stack.sql<{ at: Date }>(
      `select at from enrollment_step where tenant_id = $1 and outcome = 'requested' order by seq`,
      [tenant.id],
    );
    const clock = new Intl.DateTimeFormat('en', {
      timeZone: 'America/New_York',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
    const shown = sent.map(({ at }) => ({ at, shows: clock.format(at) }));
    expect(shown.filter(({ shows }) => shows < '08:00' || shows >= '21:00')).toEqual([]);
    expect(sent.length).toBeGreaterThan(90);
    // Messages that waited for the morning came at eight, which is another hour of UTC in summer.
    const mornings = shown.filter(({ shows }) => shows === '08:00').map(({ at }) => at.toISOString());
    expect(new Set(mornings.map((at) => at.slice(11)))).toEqual(new Set(['13:00:00.000Z', '12:00:00.000Z']));
  });

  it('is one of so many a day for a person, over all journeys; the others wait for the next morning', async () => {
    await acme.put('/v1/configuracoes/mensagens', {
      silencio_inicio: '21:00',
      silencio_fim: '08:00',
      maximo_por_dia: 2,
    });
    const [one, other] = [await start([email(1), email(2)]), await start([email(1), email(2)])];
    const contact = await createContact();
    await run(one, contact);
    await run(other, contact);
    expect(await messagesTo(contact)).toHaveLength(2);
    const ways: { jornada_id: string; proximo_em: string }[] = (await acme.get(`/v1/contatos/${contact}/jornadas`)).body
      .jornadas;
    expect(ways.find(({ jornada_id }) => jornada_id === other)!.proximo_em).toBe('2027-03-02T11:00:00.000Z');
    await time.pass(DAY_MS);
    expect(await messagesTo(contact)).toHaveLength(4);
  });

  it('that was due before a restore whose work was cancelled is left out, and the contact goes on', async () => {
    const id = await start([email(1), toStage(2, 'contatado')]);
    const contact = await createContact();
    await enterAll(stack, tenant, id, [contact], time.now);
    await stack.sql(`insert into queue_hold (reason, held_at, pending) values ('A restore', $1, 'cancel')`, [
      new Date(time.now.getTime() + HOUR_MS),
    ]);
    time.set(new Date(time.now.getTime() + 2 * HOUR_MS));
    await time.settle();
    expect(await wayOf(contact)).toMatchObject({ estado: 'esperando', passos: [] });
    await stack.sql('update queue_hold set ended_at = now()');
    await time.settle();
    expect([await resultsOf(contact), await requested()]).toEqual([['omitido_na_restauracao', 'mudou'], []]);
    await run(id, await createContact());
    expect(await requested()).toHaveLength(1);
    await stack.sql('delete from queue_hold');
  });
});

describe('other effects', () => {
  it('puts contacts with an address on a list', async () => {
    const id = await start([act(1, 'entrar_lista', { lista: 'boletim' })]);
    const ana = await createContact({ nome: 'Ana' });
    const phone = await createContact({ email: null, telefone: '+5511987654322' }, null);
    await run(id, ana, phone);
    const joined = (await sentEventsOf(stack, tenant.id)).filter(({ type }) => type === 'crm.list.joined');
    expect(joined.map(({ payload }) => payload)).toMatchObject([{ list: 'boletim', members: [{ name: 'Ana' }] }]);
    expect([await resultsOf(ana), await resultsOf(phone)]).toEqual([['pedido'], ['sem_endereco']]);
  });

  it('tells a destination of the step, and fails where there is none', async () => {
    const { body } = await acme.post('/v1/destinos', {
      nome: 'Vendas',
      url: 'https://hooks.example.com/x',
      ativo: true,
    });
    const destino = body.id;
    const gone = (await acme.post('/v1/destinos', { nome: 'Outro', url: 'https://hooks.example.com/y' })).body.id;
    const id = await start([act(1, 'webhook', { destino_id: destino }), act(2, 'webhook', { destino_id: gone })]);
    await acme.delete(`/v1/destinos/${gone}`);
    const contact = await createContact();
    await run(id, contact);
    const { passos } = await wayOf(contact);
    expect(passos).toMatchObject([{ resultado: 'pedido' }, { resultado: 'falhou', motivo: 'destination-unknown' }]);
    const { entregas } = (await acme.get(`/v1/destinos/${destino}/entregas`)).body;
    expect(entregas).toHaveLength(1);
    const figures = (await acme.get(`/v1/jornadas/${id}/numeros`)).body.versoes[0];
    expect(figures.passos.map(({ falharam }: { falharam: number }) => falharam)).toEqual([0, 1]);
  });
});
