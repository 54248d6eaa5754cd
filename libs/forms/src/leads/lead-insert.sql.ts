import type { Pool } from 'pg';
import type { JobKind } from '#libs/jobs';
import type { CarriedContext } from '#libs/observability';
import { many, nextPosition, RowParameters, SET_TENANTS_SQL, type SqlExecutor } from '#libs/persistence';
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

interface FileRow extends NewLeadFile {
  lead: NewLead;
}

const FILES = new RowParameters<FileRow>({
  lead_id: { type: 'text', of: ({ lead }) => lead.id },
  id: { type: 'text', of: ({ id }) => id },
  field: { type: 'text', of: ({ field }) => field },
  file_name: { type: 'text', of: ({ fileName }) => fileName },
  content_type: { type: 'text', of: ({ contentType }) => contentType },
  bytes: { type: 'bigint', of: ({ bytes }) => bytes },
  hash: { type: 'text', of: ({ hash }) => hash },
});

/** A job that a new lead leaves in the outbox. */
export interface LeadJob {
  lead: NewLead;
  kind: JobKind;
  payload: unknown;
  context: CarriedContext | null;
}

const JOBS = new RowParameters<LeadJob>({
  lead_id: { type: 'text', of: ({ lead }) => lead.id },
  id: { type: 'bigint', of: () => nextPosition() },
  kind: { type: 'text', of: ({ kind }) => kind },
  payload: { type: 'jsonb', of: ({ payload }) => payload },
  context: { type: 'jsonb', of: ({ context }) => context },
});

/*
 * All that keeping leads writes, in one statement, which is its own transaction. Of two leads with one external id, the
 * second is left out, with its files and jobs; if it is in another group, it waits for the first. The order is one for all
 * processes, so that no two groups wait for each other.
 */
const INSERT_LEADS = {
  name: 'insert-leads',
  text: `
with setting as materialized (${SET_TENANTS_SQL}), added as (
  insert into lead (${COLUMNS.replace('sent', '"values"')})
  select ${COLUMNS} from setting cross join ${LEADS.sql(2)} as given where tenants is not null
  order by form_id, external_id, n
  on conflict do nothing returning tenant_id, id
), files as (
  insert into lead_file (tenant_id, lead_id, id, field, file_name, content_type, bytes, hash)
  select added.tenant_id, lead_id, given.id, field, file_name, content_type, bytes, hash
  from ${FILES.sql(2 + LEADS.parameters)} as given join added on added.id = given.lead_id
), jobs as (
  insert into outbox (id, tenant_id, kind, payload, context)
  select given.id, added.tenant_id, kind, payload, context
  from ${JOBS.sql(2 + LEADS.parameters + FILES.parameters)} as given join added on added.id = given.lead_id
)
select id from added`,
};

/** Inserts leads with their files and the jobs of those that were not there, whose ids it returns. */
export async function insertLeads(
  pool: Pool,
  tenants: string,
  leads: readonly NewLead[],
  jobs: readonly LeadJob[],
): Promise<Set<string>> {
  const files = leads.flatMap((lead) => lead.files.map((file) => ({ ...file, lead })));
  const values = [tenants, ...LEADS.values(leads), ...FILES.values(files), ...JOBS.values(jobs)];
  const rows = await many<{ id: string }>(pool, INSERT_LEADS, values);
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
