import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MessageReport } from '#libs/core/app-events';
import { newId, type TenantId } from '#libs/core/persistence';
import { type CrmTenant, crmStackWith } from '../../../../test/support/crm-stack.js';
import { EVENT_BATCH_PATH, sendEventBatch } from '../../../../test/support/event-batch.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { requestStatements } from '../../../../test/support/statements.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { daysOf } from '../event-days/event-days.fixture.js';
import { EventDayRetention } from '../event-days/event-day-retention.js';
import { RetentionService } from '../retention/retention.service.js';
import { MessageReportRetention } from './message-report-retention.js';
import { OnMessagesReported, type ReportOfContact } from './on-messages-reported.js';

let tenant: CrmTenant;
let acme: HttpClient;
let isFailing = false;

@Injectable()
class Listener {
  @OnMessagesReported()
  async reported(tx: EntityManager, tenantId: TenantId, reports: readonly ReportOfContact[]): Promise<void> {
    for (const report of reports)
      await tx.query('insert into told_report (tenant_id, report) values ($1, $2)', [tenantId, JSON.stringify(report)]);
    if (isFailing) throw new Error('The listener fails');
  }
}

const stack = useStack(async () => {
  const started = await crmStackWith([Listener]);
  await started.sql('create table told_report (n serial, tenant_id text, report jsonb)');
  await started.sql('grant all on told_report, told_report_n_seq to public');
  return started;
});
beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session();
  isFailing = false;
});

const NOON = '2026-11-20T12:00:00.000Z';
const reportOf = (change: MessageReport['change'], more: Partial<MessageReport> = {}): MessageReport => ({
  messageId: newId('msg'),
  channel: 'email',
  address: 'ana@example.com',
  change,
  occurredAt: NOON,
  subject: 'Boas-vindas',
  ...more,
});

/** Sends reports as Platform does, an event for each. */
async function receive(reports: readonly MessageReport[], ids: readonly string[] = []) {
  const events = reports.map((report, index) => ({
    id: ids[index],
    occurredAt: report.occurredAt,
    payload: { reports: [report] },
  }));
  return sendEventBatch(stack, tenant, { type: 'platform.messages.reported', from: 'platform' }, events);
}
async function received(reports: readonly MessageReport[], ids?: string[]): Promise<string[]> {
  const answer = await receive(reports, ids);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.receipts;
}

const create = async (email: string, more: object = {}): Promise<string> =>
  (await acme.post('/v1/contatos', { email, ...more })).body.id;
const timeline = async (id: string) => {
  const { atividades } = (await acme.get(`/v1/contatos/${id}/atividades?tipo=mensagem`)).body;
  return atividades.map(({ dados, criado_em }: { dados: Record<string, string>; criado_em: string }) => [
    dados['situacao'],
    dados['link'] ?? dados['assunto'],
    criado_em,
  ]);
};
const days = (id: string) => daysOf(stack, id);
const lastActs = async (id: string) =>
  (
    await stack.sql<{ at: Date | null }>(
      'select last_person_activity_at as at from contact where tenant_id = $1 and id = $2',
      [tenant.id, id],
    )
  )[0]!.at;
const reported = async () =>
  (
    await stack.sql<{ report: ReportOfContact }>('select report from told_report where tenant_id = $1 order by n', [
      tenant.id,
    ])
  ).map(({ report }) => report);

describe('what happens to a message', () => {
  it('stands in the timeline of its contact, the first time of each kind and link, and in the counts each time', async () => {
    const id = await create('Ana@Example.com');
    const messageId = newId('msg');
    const at = (minute: number) => `2026-11-20T12:0${minute}:00.000Z`;
    const more = (minute: number, url?: string) => ({ messageId, occurredAt: at(minute), ...(url && { url }) });
    await received([
      reportOf('clicked', more(4, 'https://a.example/')),
      reportOf('opened', more(2)),
      reportOf('sent', more(0)),
      reportOf('delivered', more(1)),
      reportOf('opened', more(3)),
    ]);
    await received([
      reportOf('opened', more(5)),
      reportOf('clicked', more(6, 'https://a.example/')),
      reportOf('clicked', more(7, 'https://b.example/')),
    ]);
    expect(await timeline(id)).toEqual([
      ['clicado', 'https://b.example/', at(7)],
      ['clicado', 'https://a.example/', at(4)],
      ['aberto', 'Boas-vindas', at(2)],
      ['entregue', 'Boas-vindas', at(1)],
      ['enviado', 'Boas-vindas', at(0)],
    ]);
    expect(await days(id)).toEqual([
      'email_aberto 2026-11-20 3',
      'email_clicado 2026-11-20 3',
      'email_entregue 2026-11-20 1',
      'email_enviado 2026-11-20 1',
    ]);
    expect(await lastActs(id)).toEqual(new Date(at(7)));
  });

  it('to somebody is nothing that they did, and changes no consent', async () => {
    const id = await create('ana@example.com');
    await received(
      (['sent', 'delivered', 'bounced', 'complained', 'unsubscribed', 'failed'] as const).map((change) =>
        reportOf(change),
      ),
    );
    expect(await lastActs(id)).toBeNull();
    expect((await acme.get(`/v1/contatos/${id}/consentimento/historico`)).body.historico).toEqual([]);
    expect(await timeline(id)).toHaveLength(6);
  });

  it('is of the contact with the number, in either spelling, for texts', async () => {
    const id = await create('ana@example.com', { telefone: '+5511987654321' });
    await received([reportOf('delivered', { channel: 'sms', address: '+5511987654321', subject: undefined })]);
    expect(await days(id)).toEqual(['sms_entregue 2026-11-20 1']);
  });

  it('counts once, however often its event arrives', async () => {
    const id = await create('ana@example.com');
    const one = reportOf('opened');
    const ids = [v7()];
    expect(await received([one], ids)).toEqual(['applied']);
    expect(await received([one], ids)).toEqual(['duplicate']);
    expect(await days(id)).toEqual(['email_aberto 2026-11-20 1']);
  });

  it('to an address that no contact has, or a deleted one, leaves nothing', async () => {
    const id = await create('ana@example.com');
    await acme.delete(`/v1/contatos/${id}`);
    await received([reportOf('opened'), reportOf('opened', { address: 'nobody@example.com' })]);
    expect(await days(id)).toEqual([]);
    expect(await stack.sql('select from message_report where tenant_id = $1', [tenant.id])).toEqual([]);
    const other = await stack.createTenant();
    tenant = other;
    expect(await received([reportOf('opened')])).toEqual(['applied']);
  });

  it('is told to features if they asked for the message, or comes again', async () => {
    const id = await create('ana@example.com');
    const origin = `${v7()}/3`;
    const asked = reportOf('clicked', { origin, url: 'https://a.example/' });
    isFailing = true;
    expect((await receive([asked])).status).toBe(500);
    expect(await days(id)).toEqual([]);
    isFailing = false;
    await received([asked, reportOf('opened')]);
    const { messageId } = asked;
    expect(await reported()).toEqual([
      {
        contactId: id,
        messageId,
        channel: 'email',
        change: 'clicked',
        origin,
        occurredAt: NOON,
        url: 'https://a.example/',
      },
    ]);
  });

  it('costs as many statements for fifty as for two', async () => {
    await create('ana@example.com');
    await create('bia@example.com');
    const some = (count: number) =>
      Array.from({ length: count }, (_, n) =>
        reportOf('opened', { address: n % 2 ? 'ana@example.com' : 'bia@example.com' }),
      );
    const two = await requestStatements(EVENT_BATCH_PATH, () => received(some(2)), /./);
    const fifty = await requestStatements(EVENT_BATCH_PATH, () => received(some(50)), /./);
    expect(two.length).toBeGreaterThan(4);
    expect(fifty.length).toBe(two.length);
  });
});

describe('counts of what a contact did', () => {
  it('have the forms that it sent, and not those that were spam', async () => {
    const id = await create('ana@example.com');
    const events = new LeadEvents(stack, tenant);
    const lead = leadOf({ email: 'ana@example.com' });
    await events.capture(lead);
    expect(await days(id)).toEqual(['formulario_enviado 2026-08-28 1']);
    expect(await lastActs(id)).toEqual(new Date(lead.occurredAt));
    await events.retract(lead);
    expect(await days(id)).toEqual([]);
    await events.capture(lead);
    expect(await days(id)).toEqual(['formulario_enviado 2026-08-28 1']);
  });

  it('add up when two contacts are merged, and part again with them', async () => {
    const [kept, other] = [await create('ana@example.com'), await create('ana@casa.example')];
    const messageId = newId('msg');
    await received([reportOf('opened'), reportOf('opened', { address: 'ana@casa.example', messageId })]);
    await received([reportOf('clicked', { address: 'ana@casa.example', url: 'https://a.example/' })]);
    const { body } = await acme.post(`/v1/contatos/${kept}/mesclar`, { contato_id: other });
    expect(await days(kept)).toEqual(['email_aberto 2026-11-20 2', 'email_clicado 2026-11-20 1']);
    expect(await lastActs(kept)).toEqual(new Date(NOON));
    // The timeline has it already.
    await received([reportOf('opened', { address: 'ana@casa.example', messageId })]);
    expect(await timeline(kept)).toHaveLength(3);
    expect((await acme.post(`/v1/mesclagens/${body.id}/desfazer`)).status).toBe(200);
    expect(await days(kept)).toEqual(['email_aberto 2026-11-20 2']);
    expect(await days(other)).toEqual(['email_aberto 2026-11-20 1', 'email_clicado 2026-11-20 1']);
  });

  it('go with an erased person, and after 401 days', async () => {
    const [id, other] = [await create('ana@example.com'), await create('bia@example.com')];
    await received([reportOf('opened'), reportOf('opened', { address: 'bia@example.com' })]);
    await stack.sql(
      `insert into contact_event_day select tenant_id, contact_id, 'email_clicado', current_date - ago, 1
         from contact_event_day cross join unnest(array[400, 402]) ago where contact_id = $1`,
      [other],
    );
    await stack.sql(`update message_report set occurred_at = now() - interval '91 days' where contact_id = $1`, [
      other,
    ]);
    await stack.app.get(EventDayRetention).deleteExpired();
    await stack.app.get(MessageReportRetention).deleteExpired();
    expect(await days(other)).toHaveLength(2);
    const { body } = await acme.post('/v1/pedidos-exclusao', {
      contato_id: id,
      solicitante: 'titular',
      canal: 'email',
    });
    await acme.post(`/v1/pedidos-exclusao/${body.id}/aprovar`);
    expect(await days(id)).toEqual([]);
    expect(await stack.sql('select from message_report where tenant_id = $1', [tenant.id])).toEqual([]);
  });

  it('and messages keep nobody from the retention, but an open does', async () => {
    const [id, active] = [await create('ana@example.com'), await create('bia@example.com')];
    await acme.put('/v1/configuracoes/retencao', { dias: 30 });
    const old = `now() - interval '60 days'`;
    await stack.sql(`update contact set last_activity_at = ${old}, updated_at = ${old} where tenant_id = $1`, [
      tenant.id,
    ]);
    await stack.sql(`update activity set created_at = ${old} where tenant_id = $1`, [tenant.id]);
    const occurredAt = new Date().toISOString();
    await received([reportOf('sent', { occurredAt }), reportOf('opened', { occurredAt, address: 'bia@example.com' })]);
    await stack.app.get(RetentionService).anonymizeInactive();
    expect((await acme.get(`/v1/contatos/${id}`)).body.anonimizado).toBe(true);
    expect((await acme.get(`/v1/contatos/${active}`)).body.anonimizado).not.toBe(true);
  });
});
