import { exec, many, RowParameters, type SqlExecutor } from '#libs/persistence';
import type { NewLead, NewLeadFile } from './new-lead.js';

const LEADS = new RowParameters<NewLead>({
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  id: { type: 'text', of: ({ id }) => id },
  form_id: { type: 'text', of: ({ formId }) => formId },
  external_id: { type: 'text', of: ({ externalId }) => externalId },
  source: { type: 'text', of: ({ source }) => source },
  page_id: { type: 'text', of: ({ pageId }) => pageId },
  sent: { type: 'jsonb', of: ({ values }) => values },
  name: { type: 'text', of: ({ name }) => name },
  email: { type: 'text', of: ({ email }) => email },
  phone: { type: 'text', of: ({ phone }) => phone },
  is_spam: { type: 'boolean', of: ({ isSpam }) => isSpam },
  spam_reasons: { type: 'text[]', of: ({ spamReasons }) => spamReasons },
  consent: { type: 'boolean', of: ({ consent }) => consent },
  consent_text: { type: 'text', of: ({ consentText }) => consentText },
  legal_basis: { type: 'text', of: ({ legalBasis }) => legalBasis },
  confirmation_asked_at: { type: 'timestamptz', of: ({ confirmationAskedAt }) => confirmationAskedAt },
  origin: { type: 'jsonb', of: ({ origin }) => origin },
  address: { type: 'text', of: ({ address }) => address },
  user_agent: { type: 'text', of: ({ userAgent }) => userAgent },
  occurred_at: { type: 'timestamptz', of: ({ occurredAt }) => occurredAt },
  created_at: { type: 'timestamptz', of: ({ createdAt }) => createdAt },
});

const COLUMNS = `tenant_id, id, form_id, external_id, source, page_id, sent, name, email, phone, is_spam, spam_reasons, consent,
  consent_text, legal_basis, confirmation_asked_at, origin, address, user_agent, occurred_at, created_at`;

/** Of two leads with one external id, the second waits for the first and is left out. */
const INSERT_LEADS = {
  name: 'insert leads',
  text: `insert into lead (${COLUMNS.replace('sent', '"values"')})
    select ${COLUMNS} from ${LEADS.sql(1)} as given order by n
    on conflict do nothing returning id`,
};

/** Inserts leads; returns the ids of those that were not there. */
export async function insertLeads(tx: SqlExecutor, leads: readonly NewLead[]): Promise<Set<string>> {
  const rows = await many<{ id: string }>(tx, INSERT_LEADS, LEADS.values(leads));
  return new Set(rows.map(({ id }) => id));
}

/** The ids of the leads that are there in place of those that were left out: the same ones, or those with their external ids. */
export async function findEarlierLeads(tx: SqlExecutor, leads: readonly NewLead[]): Promise<Map<string, string>> {
  const rows = await many<{ id: string; known: string }>(
    tx,
    `select given.id, known.id as known
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as given (tenant_id, id, form_id, external_id)
     join lead known on known.tenant_id = given.tenant_id
       and (known.id = given.id or (known.form_id = given.form_id and known.external_id = given.external_id))`,
    [
      leads.map(({ tenantId }) => tenantId),
      leads.map(({ id }) => id),
      leads.map(({ formId }) => formId),
      leads.map(({ externalId }) => externalId),
    ],
  );
  return new Map(rows.map(({ id, known }) => [id, known]));
}

interface FileRow extends NewLeadFile {
  lead: NewLead;
}

const FILES = new RowParameters<FileRow>({
  tenant_id: { type: 'text', of: ({ lead }) => lead.tenantId },
  id: { type: 'text', of: ({ id }) => id },
  lead_id: { type: 'text', of: ({ lead }) => lead.id },
  field: { type: 'text', of: ({ field }) => field },
  file_name: { type: 'text', of: ({ fileName }) => fileName },
  content_type: { type: 'text', of: ({ contentType }) => contentType },
  bytes: { type: 'bigint', of: ({ bytes }) => bytes },
  hash: { type: 'text', of: ({ hash }) => hash },
});

const FILE_COLUMNS = 'tenant_id, id, lead_id, field, file_name, content_type, bytes, hash';

export async function insertLeadFiles(tx: SqlExecutor, leads: readonly NewLead[]): Promise<void> {
  const rows = leads.flatMap((lead) => lead.files.map((file) => ({ ...file, lead })));
  if (rows.length === 0) return;
  const sql = `insert into lead_file (${FILE_COLUMNS}) select ${FILE_COLUMNS} from ${FILES.sql(1)} as given`;
  await exec(tx, sql, FILES.values(rows));
}
