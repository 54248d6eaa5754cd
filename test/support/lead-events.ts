import { v7 } from 'uuid';
import type { CapturedLead } from '#libs/core/app-events';
import { newId } from '#libs/core/persistence';
import { SERVICE_SECRET } from './app-stack.js';
import type { CrmStack, CrmTenant } from './crm-stack.js';

let seconds = 0;

/** Sends events to the CRM as Pages does; each is a second newer than the one before. */
export class LeadEvents {
  constructor(
    private readonly stack: CrmStack,
    private readonly tenant: CrmTenant,
  ) {}

  /** @param at when the event was sent, for one that is overtaken */
  async send(type: string, payload: object, at = this.tick()): Promise<string> {
    const event = { id: v7(), type, tenantId: this.tenant.id, from: 'pages', occurredAt: at, payload };
    const pages = this.stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
    const { status, body, text } = await pages.post('/internal/events', event);
    if (status !== 200) throw new Error(text);
    return body.receipt;
  }

  async capture(lead: CapturedLead, at?: string): Promise<void> {
    await this.send('pages.lead.captured', lead, at);
  }

  async retract({ leadId }: CapturedLead, at?: string): Promise<void> {
    await this.send('pages.lead.retracted', { leadId }, at);
  }

  /** The time of the next event. */
  tick(): string {
    seconds += 1;
    return new Date(Date.UTC(2026, 7, 28) + seconds * 1_000).toISOString();
  }
}

/** A lead with these answers to fields of these names and types. */
export function leadOf(answers: Record<string, string>, changes: Partial<CapturedLead> = {}): CapturedLead {
  const types: Record<string, string> = { email: 'email', telefone: 'telefone' };
  const fields = Object.entries(answers).map(([name, value]) => ({
    name,
    label: `Rótulo de ${name}`,
    type: types[name] ?? 'texto',
    contactField: null,
    value,
  })) as CapturedLead['fields'];
  return {
    leadId: newId('led'),
    formId: newId('frm'),
    formName: 'Boletim',
    pageId: newId('pag'),
    source: 'pagina',
    externalId: null,
    fields,
    consent: { given: false, text: null, legalBasis: 'legitimo_interesse', confirmation: null },
    origin: {},
    address: null,
    userAgent: null,
    occurredAt: '2026-08-28T12:00:00.000Z',
    receivedAt: '2026-08-28T12:00:01.000Z',
    ...changes,
  };
}

/** The consent that a visitor gave by ticking the box of a form. */
export const CONSENT: CapturedLead['consent'] = {
  given: true,
  text: 'Aceito receber novidades.',
  legalBasis: 'consentimento',
  confirmation: null,
};
