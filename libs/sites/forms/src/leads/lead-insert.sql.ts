import type { Pool } from 'pg';
import type { JobKind } from '#libs/core/jobs';
import type { CarriedContext } from '#libs/core/observability';
import {
  entityColumns,
  many,
  nextPosition,
  prepared,
  RowParameters,
  SET_TENANTS_SQL,
  type SqlExecutor,
} from '#libs/core/persistence';
import { LeadFile } from '../lead-file.entity.js';
import { Lead } from '../lead.entity.js';
import { type NewLead, type NewLeadFile, SET_LATER } from './new-lead.js';

const LEADS = new RowParameters<NewLead>(entityColumns(Lead, { without: SET_LATER }));

const COLUMNS = LEADS.names.join(', ');

interface FileRow extends NewLeadFile {
  lead: NewLead;
}

const STORED_FILE = entityColumns(LeadFile, { without: ['tenantId', 'leadId', 'createdAt'] });
const FILE_NAMES = new RowParameters(STORED_FILE).names;

const FILES = new RowParameters<FileRow>({ ...STORED_FILE, lead_id: { type: 'text', of: ({ lead }) => lead.id } });

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
const INSERT_LEADS = prepared(
  'insert-leads',
  `
with setting as materialized (${SET_TENANTS_SQL}), added as (
  insert into lead (${COLUMNS})
  select ${COLUMNS} from setting cross join ${LEADS.sql(2)} as given where tenants is not null
  order by form_id, external_id, n
  on conflict do nothing returning tenant_id, id
), files as (
  insert into lead_file (tenant_id, lead_id, ${FILE_NAMES.join(', ')})
  select added.tenant_id, lead_id, ${FILE_NAMES.map((name) => `given.${name}`).join(', ')}
  from ${FILES.sql(2 + LEADS.parameters)} as given join added on added.id = given.lead_id
), jobs as (
  insert into outbox (id, tenant_id, kind, payload, context)
  select given.id, added.tenant_id, kind, payload, context
  from ${JOBS.sql(2 + LEADS.parameters + FILES.parameters)} as given join added on added.id = given.lead_id
)
select id from added`,
);

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
