// The limits beside `lead-submit`: a bare node:http server that makes the same rows durable, one transaction a request: the lead and
// what is to be done for it, and, at `/counted/…`, the session and the event that count it. The totals of traffic are left out.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { toCapturedLead, type NewLead } from '#libs/sites/forms';
import { newId, nextPosition } from '#libs/core/persistence';
import { answerParent } from '../support/helper-process.js';
import type { BenchForm } from '../support/submissions.js';

export interface SubmitServerOptions {
  databaseUrl: string;
  connections: number;
  forms: readonly BenchForm[];
}

interface Body {
  campos: Record<string, string>;
  consentimento: boolean;
  id_externo: string;
  origem: Record<string, string>;
}

const ANSWER = JSON.stringify({ ok: true });

function listen({ databaseUrl, connections, forms }: SubmitServerOptions): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const byPath = new Map(
    forms.flatMap((form) => [
      [`/counted/${form.id}`, { form, isCounted: true }],
      [`/uncounted/${form.id}`, { form, isCounted: false }],
    ]),
  );
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const found = byPath.get(request.url ?? '');
      if (!found) return void response.writeHead(404, { 'Content-Length': 0 }).end();
      const { form, isCounted } = found;
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
      const address = String(request.headers['x-forwarded-for']);
      const lead = leadOf(form, body, address, request.headers['user-agent'] ?? null);
      submit(pool, form, lead, isCounted).then(
        () => {
          response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': ANSWER.length });
          response.end(ANSWER);
        },
        () => response.destroy(),
      );
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function leadOf(form: BenchForm, body: Body, address: string, userAgent: string | null): NewLead {
  const { campos, consentimento, id_externo, origem } = body;
  const now = new Date();
  return {
    tenantId: form.tenantId,
    id: newId('led'),
    formId: form.id,
    externalId: id_externo,
    source: 'snippet',
    pageId: null,
    values: campos,
    name: campos['nome'] ?? null,
    email: campos['email'] ?? null,
    phone: campos['telefone'] ?? null,
    isSpam: false,
    spamReasons: [],
    confirmationAskedAt: null,
    consent: consentimento,
    consentText: form.consentText,
    legalBasis: form.legalBasis,
    origin: origem,
    address,
    userAgent,
    occurredAt: now,
    createdAt: now,
    files: [],
  };
}

/** Statements are prepared once per connection. */
const STATEMENTS = {
  lead: `insert into lead (tenant_id, id, form_id, external_id, source, page_id, "values", name, email, phone, is_spam,
           spam_reasons, consent, consent_text, legal_basis, origin, address, user_agent, occurred_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
         on conflict do nothing`,
  outbox: `insert into outbox (id, tenant_id, kind, payload)
           values ($1, $2, 'app-event.deliver', $3), ($4, $2, 'lead.check-email', $5)`,
  conversion: `
    with begun as (
      insert into session (tenant_id, id, started_at, kept_days, last_at, visitor_id, consented, entry, exit, utm_source, utm_medium,
        utm_campaign, utm_term, utm_content, referrer, country, device, os, browser, language, bot, views, conversions, events,
        pages, variants)
      values ($1, $2, $3, 400, $3, $4, false, '', '', $5, $6, $7, '', '', $8, '', 'desktop', 'Linux', 'Firefox', '', null, 0, 1, 1,
        '{}', '{}'))
    insert into event (tenant_id, session_id, at, id, kept_days, visitor_id, kind, page_id, variant, path, name, is_bot, received_at)
    values ($1, $2, $3, $2, 400, $4, 'conversion', '', null, $9, $10, false, $3)`,
};

async function submit(pool: pg.Pool, form: BenchForm, lead: NewLead, isCounted: boolean): Promise<void> {
  const client = await pool.connect();
  const run = (name: keyof typeof STATEMENTS, values: unknown[]) =>
    client.query({ name, text: STATEMENTS[name], values });
  try {
    await client.query('begin');
    await run('lead', leadValues(lead));
    const event = { id: lead.id, to: 'crm', type: 'pages.lead.captured', payload: toCapturedLead(lead, form) };
    const jobs = [JSON.stringify(event), JSON.stringify({ leadId: lead.id })] as const;
    await run('outbox', [nextPosition(), lead.tenantId, jobs[0], nextPosition(), jobs[1]]);
    if (isCounted) await run('conversion', conversionValues(lead));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

function conversionValues({ tenantId, createdAt, address, userAgent, origin, formId }: NewLead): unknown[] {
  const { url = '', referrer = '', utm_source, utm_medium, utm_campaign } = origin as Record<string, string>;
  const visitor = createHash('sha256').update(`${tenantId} ${address} ${userAgent}`).digest('base64url').slice(0, 11);
  const [path, from] = [new URL(url).pathname, new URL(referrer).host];
  return [tenantId, randomUUID(), createdAt, visitor, utm_source, utm_medium, utm_campaign, from, path, formId];
}

function leadValues(lead: NewLead): unknown[] {
  return [
    lead.tenantId,
    lead.id,
    lead.formId,
    lead.externalId,
    lead.source,
    lead.pageId,
    JSON.stringify(lead.values),
    lead.name,
    lead.email,
    lead.phone,
    lead.isSpam,
    lead.spamReasons,
    lead.consent,
    lead.consentText,
    lead.legalBasis,
    JSON.stringify(lead.origin),
    lead.address,
    lead.userAgent,
    lead.occurredAt,
    lead.createdAt,
  ];
}

answerParent({ listen });
