import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { type CrmTenant, crmStackWith } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../../test/support/lead-events.js';
import { type LeadOfContact, OnLeadCaptured } from '../on-lead-captured.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const record = (tx: EntityManager, by: string, { leadId, contactId }: LeadOfContact) =>
  tx.query('insert into told_lead values ($1, $2, $3)', [by, leadId, contactId]);

/** How the next call of the first listener ends. */
let fate: 'succeeds' | 'fails' | 'crashes' = 'succeeds';

@Injectable()
class FirstListener {
  @OnLeadCaptured()
  async captured(tx: EntityManager, lead: LeadOfContact): Promise<void> {
    await record(tx, 'first', lead);
    const [now] = [fate];
    fate = 'succeeds';
    if (now === 'fails') throw new Error('The listener fails');
    if (now === 'crashes') await tx.query('select pg_terminate_backend(pg_backend_pid())');
  }
}

@Injectable()
class SecondListener {
  @OnLeadCaptured()
  async captured(tx: EntityManager, lead: LeadOfContact): Promise<void> {
    await record(tx, 'second', lead);
  }
}

let tenant: CrmTenant;
let events: LeadEvents;
let acme: HttpClient;
let number = 0;

const stack = useStack(async () => {
  const started = await crmStackWith([FirstListener, SecondListener]);
  await started.sql('create table told_lead (by text, lead_id text, contact_id text)');
  await started.sql('grant all on told_lead to public');
  return started;
});
beforeEach(async () => {
  tenant = await stack.createTenant();
  events = new LeadEvents(stack, tenant);
  acme = await tenant.session('owner');
});

const newLead = () => leadOf({ email: `told-${++number}@example.com` });

/** Waits for the jobs; returns who was told of a lead, and of which contact. */
async function told(leadId: string): Promise<[string, string][]> {
  const jobs = `select from outbox where tenant_id = $1 and kind = 'lead.captured'`;
  await waitUntil(async () => (await stack.sql(jobs, [tenant.id])).length === 0, { timeoutMs: 20_000 });
  const rows = await stack.sql<{ by: string; contact_id: string }>(
    'select by, contact_id from told_lead where lead_id = $1 order by by',
    [leadId],
  );
  return rows.map(({ by, contact_id }) => [by, contact_id]);
}
const contactIds = async () =>
  (await acme.get('/v1/contatos')).body.contatos.map(({ id }: { id: string }) => id) as string[];

describe('a captured lead', () => {
  it('is told to each listener once, however often its event arrives', async () => {
    const lead = newLead();
    await events.capture(lead);
    const [contactId] = await contactIds();
    const both = [
      ['first', contactId],
      ['second', contactId],
    ];
    expect(await told(lead.leadId)).toEqual(both);
    await events.capture(lead);
    expect(await told(lead.leadId)).toEqual(both);
  });

  it.each(['fails', 'crashes'] as const)('is told once when a listener first %s', async (first) => {
    fate = first;
    const lead = newLead();
    await events.capture(lead);
    expect((await told(lead.leadId)).map(([by]) => by)).toEqual(['first', 'second']);
    expect(fate).toBe('succeeds');
  });

  it('is told once when its job comes twice', async () => {
    const lead = newLead();
    await events.capture(lead);
    await told(lead.leadId);
    const payload = { leadId: lead.leadId, formId: lead.formId, sentAt: lead.occurredAt };
    await stack.sql(`insert into outbox (id, tenant_id, kind, payload) values (1, $1, 'lead.captured', $2)`, [
      tenant.id,
      JSON.stringify(payload),
    ]);
    expect(await told(lead.leadId)).toHaveLength(2);
  });

  it('that was spam, and then was none, is told for the contact that it has now', async () => {
    const lead = newLead();
    await events.capture(lead);
    await told(lead.leadId);
    await events.retract(lead);
    expect(await contactIds()).toEqual([]);
    await events.capture(lead);
    const [contactId] = await contactIds();
    expect((await told(lead.leadId)).filter(([, id]) => id === contactId)).toHaveLength(2);
  });

  it('without e-mail address and telephone number is told to nobody', async () => {
    const lead = leadOf({ nome: 'Sem contato' });
    await events.capture(lead);
    expect(await told(lead.leadId)).toEqual([]);
  });
});
