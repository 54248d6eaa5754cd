import { beforeEach, describe, expect, it } from 'vitest';
import type { CapturedLead } from '#libs/core/app-events';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import { LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { requestStatements } from '../../../../test/support/statements.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
let tenant: CrmTenant;
let events: LeadEvents;
let number = 0;

beforeEach(async () => {
  tenant = await stack.createTenant();
  events = new LeadEvents(stack, tenant);
});

const newLead = (changes: Partial<CapturedLead> = {}) => leadOf({ email: `conta-${++number}@example.com` }, changes);

/** Numbers of the tenant by the time of their five minutes: received leads, and bad ones. */
async function counts(): Promise<Record<string, [captured: number, bad: number]>> {
  const rows = await stack.sql<{ bucket: Date; captured: number; bad: number }>(
    `select bucket, sum(captured)::int as captured, sum(bad)::int as bad from lead_count
      where tenant_id = $1 group by bucket order by bucket`,
    [tenant.id],
  );
  return Object.fromEntries(
    rows.map(({ bucket, captured, bad }) => [bucket.toISOString().slice(11, 16), [captured, bad]]),
  );
}

describe('the numbers of leads', () => {
  it('have a lead once, in the five minutes in which it was received', async () => {
    const lead = newLead({ receivedAt: '2026-08-28T12:04:59.999Z' });
    await events.capture(lead);
    await events.capture(lead);
    await events.capture(newLead({ receivedAt: '2026-08-28T12:05:00.000Z' }));
    expect(await counts()).toEqual({ '12:00': [1, 0], '12:05': [1, 0] });
  });

  it('have a lead without a contact, too', async () => {
    await events.capture(leadOf({ nome: 'Sem contato' }));
    expect(await counts()).toEqual({ '12:00': [1, 0] });
  });

  it('have spam as bad, also if that is heard first, and no longer when it turns out to be none', async () => {
    const [lead, overtaken] = [newLead(), newLead()];
    await events.capture(lead);
    await events.retract(lead);
    expect(await counts()).toEqual({ '12:00': [1, 1] });
    await events.capture(lead);
    expect(await counts()).toEqual({ '12:00': [1, 0] });
    const at = events.tick();
    await events.retract(overtaken);
    expect(await counts()).toEqual({ '12:00': [1, 0] });
    await events.capture(overtaken, at);
    expect(await counts()).toEqual({ '12:00': [2, 1] });
  });

  it.each([
    ['ok', 0],
    ['desconhecido', 0],
    ['suspeito', 1],
    ['descartavel', 1],
    ['dominio_inexistente', 1],
  ])('have a lead whose address is %s as bad %i times', async (emailStatus, bad) => {
    const [lead, overtaken] = [newLead(), newLead()];
    await events.capture(lead);
    for (const { leadId } of [lead, overtaken]) await events.send('pages.lead.email-checked', { leadId, emailStatus });
    await events.capture(overtaken);
    expect(await counts()).toEqual({ '12:00': [2, 2 * bad] });
    await events.retract(lead);
    expect(await counts()).toEqual({ '12:00': [2, 1 + bad] });
    await events.send('pages.lead.email-checked', { leadId: lead.leadId, emailStatus: 'ok' });
    await events.capture(lead);
    expect(await counts()).toEqual({ '12:00': [2, bad] });
  });

  it('have a lead of a clock that is ahead as received now', async () => {
    await events.capture(newLead({ receivedAt: '2999-01-01T00:00:00.000Z' }));
    const [row] = await stack.sql<{ ahead: boolean }>(
      'select max(last_at) > now() as ahead from lead_count where tenant_id = $1',
      [tenant.id],
    );
    expect(row).toEqual({ ahead: false });
  });

  it('of leads that come at once are right', async () => {
    const leads = Array.from({ length: 30 }, () => newLead());
    await Promise.all(leads.map((lead) => events.capture(lead)));
    await Promise.all(leads.slice(0, 10).map((lead) => events.retract(lead)));
    expect(await counts()).toEqual({ '12:00': [30, 10] });
  });

  it('cost a lead one statement', async () => {
    const texts = await requestStatements('/internal/events', () => events.capture(newLead()), /lead_count/);
    expect(texts).toHaveLength(1);
  });
});
