import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { SERVICE_SECRET } from '../../../../../test/support/app-stack.js';
import { type CrmTenant, crmStack } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../../test/support/lead-events.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';
import { csv, runImport } from '../../imports/imports.fixture.js';
import {
  activeJourney,
  DAY_MS,
  enterAll,
  HOUR_MS,
  journeyCalls,
  journeyOf,
  JourneyTime,
  toStage,
  wait,
} from '../journeys.fixture.js';
import { InactivityTrigger } from './inactivity.trigger.js';

const stack = useStack(crmStack);
const time = usePrepared(() => new JourneyTime(stack));
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('admin');
});

const { createContact, waysOf } = journeyCalls(() => acme);
let created = 0;
const newEmail = () => `t${(created += 1)}@acme.test`;
const start = (changes: object) => activeJourney(acme, journeyOf(changes));
const entered = async (contactId: string, count = 1) =>
  waitUntil(async () => (await waysOf(contactId)).length >= count, { what: 'an entry' });
const insideOf = async (journeyId: string) =>
  (await stack.sql('select from enrollment where journey_id = $1', [journeyId])).length;
/** Waits until all changes of the tenant were told. */
const told = () =>
  waitUntil(
    async () => (await stack.sql('select from contact_change where tenant_id = $1', [tenant.id])).length === 0,
    {
      what: 'the changes',
    },
  );
const receive = async (type: string, payload: object, from: string) => {
  const event = { id: v7(), type, tenantId: tenant.id, from, occurredAt: new Date().toISOString(), payload };
  const sender = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
  const { status, text } = await sender.post('/internal/events', event);
  expect(status, text).toBe(200);
};

describe('a contact enters', () => {
  it('by a lead of the form and the page, once for each', async () => {
    const lead = leadOf({ email: newEmail() });
    const leads = new LeadEvents(stack, tenant);
    const any = await start({});
    const ofForm = await start({ parametros: { formulario_id: lead.formId, pagina_id: lead.pageId } });
    const ofOther = await start({ parametros: { formulario_id: newId('frm') } });
    await leads.capture(lead);
    await leads.capture(lead);
    await waitUntil(async () => (await insideOf(ofForm)) === 1, { what: 'the entry' });
    const [{ contact_id: contactId } = { contact_id: '' }] = await stack.sql<{ contact_id: string }>(
      'select contact_id from enrollment where journey_id = $1',
      [any],
    );
    expect(await waysOf(contactId)).toMatchObject([
      { gatilho: 'lead_capturado', por: lead.leadId },
      { gatilho: 'lead_capturado', por: lead.leadId },
    ]);
    expect([await insideOf(any), await insideOf(ofOther)]).toEqual([1, 0]);
  });

  it('by a change of the field, from and to the values', async () => {
    const id = await start({ gatilho: 'campo_mudou', parametros: { campo: 'estagio', de: 'novo', para: 'cliente' } });
    const [one, other] = [await createContact(), await createContact({ estagio: 'contatado' })];
    await acme.patch(`/v1/contatos/${other}`, { estagio: 'cliente' });
    await acme.patch(`/v1/contatos/${one}`, { estagio: 'cliente' });
    await entered(one);
    await told();
    expect(await waysOf(one)).toMatchObject([{ jornada_id: id, gatilho: 'campo_mudou', por: 'estagio' }]);
    expect(await waysOf(other)).toEqual([]);
  });

  it('by an import only where it says so', async () => {
    const id = await start({ gatilho: 'campo_mudou', parametros: { campo: 'cidade', para: 'Natal' } });
    const imported = async (disparar_jornadas?: boolean) => {
      const file = csv('E-mail,Cidade', `${newEmail()},Natal`);
      const config = {
        mapeamento: { 'E-mail': 'email', Cidade: 'cidade' },
        ...(disparar_jornadas && { disparar_jornadas }),
      };
      await runImport(acme, { file, config });
      await told();
    };
    await imported();
    expect(await insideOf(id)).toBe(0);
    await imported(true);
    await waitUntil(async () => (await insideOf(id)) === 1, { what: 'the entry' });
  });

  it('by a change from before a restore, without the message that may have been sent since', async () => {
    const mail = { numero: 1, tipo: 'agir', acao: 'email', parametros: { assunto: 'Oi', texto: 'Tudo bem?' } };
    const passos = [mail, toStage(2, 'cliente')];
    const id = await start({ gatilho: 'campo_mudou', parametros: { campo: 'cidade' }, passos });
    const contact = await createContact();
    await told();
    await stack.sql(`insert into queue_hold (reason, pending) values ('A restore', 'cancel')`);
    await acme.patch(`/v1/contatos/${contact}`, { cidade: 'Natal' });
    await stack.sql('update queue_hold set held_at = now()');
    await stack.sql('update queue_hold set ended_at = now()');
    const resultsOf = async () =>
      (await waysOf(contact)).flatMap(({ passos: done }: { passos: { resultado: string }[] }) =>
        done.map(({ resultado }) => resultado),
      );
    await waitUntil(async () => (await resultsOf()).length === passos.length, { what: 'the steps' });
    expect(await resultsOf()).toEqual(['omitido_na_restauracao', 'mudou']);
    expect(await insideOf(id)).toBe(1);
    await stack.sql('delete from queue_hold');
  });

  it('by what it does on a page', async () => {
    const lead = leadOf({ email: newEmail() });
    await new LeadEvents(stack, tenant).capture(lead);
    const pageId = newId('pag');
    const id = await start({ gatilho: 'evento_pixel', parametros: { evento: 'comprou', pagina_id: pageId } });
    const visit = { leadId: lead.leadId, name: 'comprou', pageId, occurredAt: new Date().toISOString(), count: 1 };
    await receive(
      'pages.visits.reported',
      {
        visits: [
          { ...visit, pageId: newId('pag') },
          { ...visit, name: 'viu' },
        ],
      },
      'runtime',
    );
    expect(await insideOf(id)).toBe(0);
    await receive('pages.visits.reported', { visits: [visit] }, 'runtime');
    expect(await insideOf(id)).toBe(1);
  });

  it('by silence, once for each, and not because of what users do', async () => {
    const sweep = stack.app.get(InactivityTrigger, { strict: false });
    const [silent, lively, old] = [await createContact(), await createContact(), await createContact()];
    const since = time.now;
    const set = (id: string, at: Date) =>
      stack.sql('update contact set last_person_activity_at = $2, created_at = $2 where id = $1', [id, at]);
    await set(silent, new Date(since.getTime() - 29.5 * DAY_MS));
    await set(lively, new Date(since.getTime() - 29.5 * DAY_MS));
    await set(old, new Date(since.getTime() - 100 * DAY_MS));
    const id = await start({ gatilho: 'inatividade', parametros: { dias: 30 }, reentrada: 'sempre' });
    await set(lively, since);
    time.set(new Date(since.getTime() + DAY_MS));
    await acme.patch(`/v1/contatos/${silent}`, { cidade: 'Natal' });
    await sweep.sweep();
    time.set(new Date(time.now.getTime() + 2 * HOUR_MS));
    await sweep.sweep();
    const inside = await stack.sql<{ contact_id: string }>('select contact_id from enrollment where journey_id = $1', [
      id,
    ]);
    expect(inside.map(({ contact_id: contactId }) => contactId)).toEqual([silent]);
    time.set(new Date(time.now.getTime() + 31 * DAY_MS));
    await sweep.sweep();
    expect(await insideOf(id)).toBe(2);
  });
});

describe('a contact leaves', () => {
  it('when a change meets the exit or the goal, also while it waits', async () => {
    const criteria = (estagio: string) => ({ criterios: [{ campo: 'estagio', operador: 'igual', valor: estagio }] });
    const id = await start({ saida: criteria('descartado'), objetivo: criteria('cliente') });
    const [lost, won, stays] = [await createContact(), await createContact(), await createContact()];
    await enterAll(stack, tenant, id, [lost, won, stays], time.now);
    await acme.patch(`/v1/contatos/${lost}`, { estagio: 'descartado' });
    await acme.patch(`/v1/contatos/${won}`, { estagio: 'cliente' });
    await acme.patch(`/v1/contatos/${stays}`, { estagio: 'contatado' });
    const outcome = async (contact: string) => (await waysOf(contact))[0]?.['desfecho'];
    await waitUntil(async () => (await outcome(lost)) !== null && (await outcome(won)) !== null, { what: 'the exits' });
    await told();
    expect([await outcome(lost), await outcome(won), await outcome(stays)]).toEqual(['saida', 'objetivo', null]);
  });

  it('when it is deleted, and nothing of it is left when it is erased', async () => {
    const id = await start({});
    const [gone, erased] = [await createContact(), await createContact()];
    await enterAll(stack, tenant, id, [gone, erased], time.now);
    await waitUntil(
      async () => (await stack.sql('select from enrollment_step where tenant_id = $1', [tenant.id])).length === 2,
    );
    expect((await acme.send('DELETE', `/v1/contatos/${gone}`, '{"motivo":"saiu"}')).status).toBe(204);
    const rows = () => stack.sql<{ outcome: string }>('select outcome from enrollment where contact_id = $1', [gone]);
    await waitUntil(async () => (await rows())[0]?.outcome === 'contact-gone', { what: 'the end' });
    const request = { contato_id: erased, solicitante: 'ana@example.com', canal: 'email' };
    const { body } = await acme.post('/v1/pedidos-exclusao', request);
    const approved = await acme.post(`/v1/pedidos-exclusao/${body.id ?? body.pedido?.id}/aprovar`, {});
    expect(approved.status, approved.text).toBeLessThan(300);
    expect(await stack.sql('select from enrollment where contact_id = $1', [erased])).toEqual([]);
    expect(await stack.sql('select from enrollment_step where tenant_id = $1', [tenant.id])).toHaveLength(1);
  });

  it('by what it did with a mail, which conditions know as well', async () => {
    await acme.put('/v1/configuracoes/mensagens', {
      silencio_inicio: '00:00',
      silencio_fim: '00:00',
      maximo_por_dia: 10,
    });
    const mail = { numero: 1, tipo: 'agir', acao: 'email', parametros: { assunto: 'Oi', texto: 'x' } };
    const opened = { numero: 3, tipo: 'condicao', criterios: [{ campo: 'abriu', passo: 1 }], se_pular_ir: 5 };
    const passos = [mail, wait(2, HOUR_MS), opened, toStage(4, 'qualificado'), wait(5)];
    const id = await start({ passos, objetivo: { criterios: [{ campo: 'clicou', passo: 1 }] } });
    const contacts = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const email = newEmail();
        const contact = await createContact({ email });
        await acme.put(`/v1/contatos/${contact}/consentimento`, { canal: 'email', recebe: true, origem: 'balcão' });
        return { contact, email };
      }),
    );
    await enterAll(
      stack,
      tenant,
      id,
      contacts.map(({ contact }) => contact),
      time.now,
    );
    const sent = () =>
      stack.sql<{ id: string; contact_id: string }>(
        `select e.id, e.contact_id from enrollment e join enrollment_step s on s.enrollment_id = e.id
          where e.tenant_id = $1 and s.outcome = 'requested'`,
        [tenant.id],
      );
    await waitUntil(async () => (await sent()).length === 4, { what: 'the mails' });
    const enrollments = new Map((await sent()).map((one) => [one.contact_id, one.id]));
    const report = ({ contact, email }: { contact: string; email: string }, change: string, reason?: string) => ({
      messageId: newId('msg'),
      channel: 'email',
      address: email,
      change,
      occurredAt: new Date().toISOString(),
      origin: `${enrollments.get(contact)}/1`,
      ...(reason && { reason }),
    });
    const [reader, clicker, silent, unreachable] = contacts as [
      (typeof contacts)[0],
      (typeof contacts)[0],
      (typeof contacts)[0],
      (typeof contacts)[0],
    ];
    const reports = [report(reader, 'opened'), report(clicker, 'clicked'), report(unreachable, 'failed', 'suppressed')];
    await receive('platform.messages.reported', { reports }, 'platform');
    expect((await waysOf(clicker.contact))[0]).toMatchObject({ desfecho: 'objetivo' });
    expect((await waysOf(unreachable.contact))[0]).toMatchObject({
      passos: [{ numero: 1, resultado: 'falhou', motivo: 'suppressed' }, { numero: 2 }],
    });
    time.set(new Date(time.now.getTime() + HOUR_MS));
    const stage = async ({ contact }: { contact: string }) => (await acme.get(`/v1/contatos/${contact}`)).body.estagio;
    await waitUntil(async () => (await stage(reader)) === 'qualificado', { what: 'the stage' });
    expect([await stage(silent), await stage(clicker)]).toEqual(['novo', 'novo']);
    const { passos: figures } = (await acme.get(`/v1/jornadas/${id}/numeros`)).body.versoes[0];
    expect(figures[0]).toMatchObject({ entraram: 4, sairam: 4, falharam: 1 });
  });
});

it('two journeys that trigger each other are interrupted, and told of', async () => {
  const loop = (de: string, para: string) =>
    start({
      gatilho: 'campo_mudou',
      parametros: { campo: 'estagio', para: de },
      passos: [toStage(1, para)],
      reentrada: 'sempre',
    });
  await loop('contatado', 'qualificado');
  await loop('qualificado', 'contatado');
  const contact = await createContact();
  await acme.patch(`/v1/contatos/${contact}`, { estagio: 'contatado' });
  const interrupted = async () =>
    (await waysOf(contact)).filter(({ desfecho }: { desfecho: string }) => desfecho === 'interrompida');
  await waitUntil(async () => (await interrupted()).length > 0, { what: 'the interruption' });
  await told();
  expect(await interrupted()).toMatchObject([{ motivo: 'depth' }]);
  expect(await waysOf(contact)).toHaveLength(7);
});
