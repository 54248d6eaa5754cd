import type { Pages } from './pages.js';
import type { BenchForm } from './submissions.js';

/** Leads one a minute until now, each of a visitor of its own. */
const LEADS = `
  insert into lead (tenant_id, id, form_id, external_id, source, values, name, email, phone, email_status, is_spam, spam_reasons, consent,
                    consent_text, legal_basis, origin, address, user_agent, occurred_at, created_at)
  select $1, 'led_' || lpad(to_hex(n), 16, '0'), $2, 'visita-' || n, 'snippet', '{"nome": "Ana Souza"}', 'Ana Souza',
         'ana.' || n || '@example.test', '+5511987654321', 'ok', false, '{}', true, 'Aceito receber contato.', 'consentimento',
         '{"utm_source": "boletim"}', '2001:db8:' || to_hex(n / 65536) || ':' || to_hex(n % 65536) || '::1', 'Mozilla/5.0',
         now() - ($3::int - n) * interval '1 minute', now() - ($3::int - n) * interval '1 minute'
    from generate_series(1, $3::int) n`;

const VISITORS = `
  insert into visitor_lead (tenant_id, lead_id, visitor_id, at)
  select tenant_id, id, left(md5(id), 11), created_at from lead where tenant_id = $1 and form_id = $2`;

/** Fills a form with so many leads, with statistics. */
export async function fillLeads({ admin }: Pages, { tenantId, id }: BenchForm, count: number): Promise<void> {
  await admin.query(LEADS, [tenantId, id, count]);
  await admin.query(VISITORS, [tenantId, id]);
  await admin.query('vacuum (analyze) lead, visitor_lead');
}
