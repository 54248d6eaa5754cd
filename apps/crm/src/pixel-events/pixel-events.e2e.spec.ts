import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { beforeEach, expect, it } from 'vitest';
import type { CapturedLead, ReportedVisit } from '#libs/core/app-events';
import { newId, type TenantId } from '#libs/core/persistence';
import { type CrmTenant, crmStackWith } from '../../../../test/support/crm-stack.js';
import { sendEventBatch } from '../../../../test/support/event-batch.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { daysOf } from '../event-days/event-days.fixture.js';
import { OnPixelEvents, type PixelEvent } from './on-pixel-events.js';

let tenant: CrmTenant;
let acme: HttpClient;

@Injectable()
class Listener {
  @OnPixelEvents()
  async happened(tx: EntityManager, tenantId: TenantId, events: readonly PixelEvent[]): Promise<void> {
    for (const event of events)
      await tx.query('insert into told_event (tenant_id, event) values ($1, $2)', [tenantId, JSON.stringify(event)]);
  }
}

const stack = useStack(async () => {
  const started = await crmStackWith([Listener]);
  await started.sql('create table told_event (n serial, tenant_id text, event jsonb)');
  await started.sql('grant all on told_event, told_event_n_seq to public');
  return started;
});
beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session();
});

const PAGE = newId('pag');
const AT = '2026-11-20T12:00:00.000Z';
const visitOf = ({ leadId }: CapturedLead, name: string, more: Partial<ReportedVisit> = {}): ReportedVisit => ({
  leadId,
  name,
  pageId: PAGE,
  count: 1,
  occurredAt: AT,
  ...more,
});

async function receive(visits: readonly ReportedVisit[]): Promise<void> {
  const type = { type: 'pages.visits.reported', from: 'runtime' };
  const { status, body, text } = await sendEventBatch(stack, tenant, type, [{ occurredAt: AT, payload: { visits } }]);
  expect([status, body.receipts], text).toEqual([200, ['applied']]);
}

async function captured(email: string): Promise<{ lead: CapturedLead; id: string }> {
  const lead = leadOf({ email });
  await new LeadEvents(stack, tenant).capture(lead);
  const [row] = await stack.sql<{ id: string }>('select contact_id as id from lead_receipt where lead_id = $1', [
    lead.leadId,
  ]);
  return { lead, id: row!.id };
}
const days = (id: string) => daysOf(stack, id, 'formulario_enviado');
const told = async () =>
  (
    await stack.sql<{ event: PixelEvent }>('select event from told_event where tenant_id = $1 order by n', [tenant.id])
  ).map(({ event }) => event);

it('what a visitor does on pages is counted of the contact of its lead, and told to features', async () => {
  const { lead, id } = await captured('ana@example.com');
  await receive([visitOf(lead, 'visualizacao', { count: 3 }), visitOf(lead, 'baixou_catalogo')]);
  expect(await days(id)).toEqual(['baixou_catalogo 2026-11-20 1', 'visualizacao 2026-11-20 3']);
  expect(await told()).toEqual(
    ['visualizacao', 'baixou_catalogo'].map((name) => ({ contactId: id, name, pageId: PAGE, occurredAt: AT })),
  );
  const [row] = await stack.sql('select last_person_activity_at as at from contact where id = $1', [id]);
  expect(row).toEqual({ at: new Date(AT) });
});

it('is of the contact into which that one was merged, and of none that is deleted', async () => {
  const { lead, id } = await captured('ana@example.com');
  const kept = (await acme.post('/v1/contatos', { email: 'ana@casa.example' })).body.id;
  await acme.post(`/v1/contatos/${kept}/mesclar`, { contato_id: id });
  await receive([visitOf(lead, 'baixou_catalogo')]);
  expect(await days(kept)).toEqual(['baixou_catalogo 2026-11-20 1']);
  expect(await days(id)).toEqual([]);
  await acme.delete(`/v1/contatos/${kept}`);
  await receive([visitOf(lead, 'baixou_catalogo'), visitOf(leadOf({}), 'baixou_catalogo')]);
  expect(await days(kept)).toEqual(['baixou_catalogo 2026-11-20 1']);
  expect(await told()).toHaveLength(1);
});

it('may have any name but one by which the CRM itself counts, and a hundred names a day', async () => {
  const { lead, id } = await captured('ana@example.com');
  await receive([visitOf(lead, 'email_aberto'), visitOf(lead, 'formulario_enviado')]);
  expect(await days(id)).toEqual([]);
  await receive(Array.from({ length: 95 }, (_, n) => visitOf(lead, `a-${n}`)));
  await receive(Array.from({ length: 10 }, (_, n) => visitOf(lead, `b-${n}`)));
  await receive([visitOf(lead, 'a-0')]);
  const counted = await days(id);
  expect(counted).toHaveLength(101);
  expect(counted).toContain('(outros) 2026-11-20 5');
  expect(counted).toContain('a-0 2026-11-20 2');
});
