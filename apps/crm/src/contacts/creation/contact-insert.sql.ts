import { auditRows, auditRowsClause } from '#libs/audit';
import { many, RowParameters, type SqlExecutor, type TenantId } from '#libs/persistence';
import type { CustomFieldValues } from '../../custom-fields/custom-field.repository.js';
import type { Activity } from '../../timeline/activity.entity.js';
import type { Contact } from '../contact.entity.js';
import type { ContactIdentifier } from '../../identifiers/contact-identifier.entity.js';
import { filterKeysOf } from '../filter-keys/filter-keys.js';

/** Settings of a tenant that decide if a contact is valid. */
export interface TenantRules {
  tenantId: TenantId;
  /** Null for the default. */
  country: string | null;
  fields: CustomFieldValues[];
}

const READ_RULES = {
  name: 'contact-rules',
  text: `
    select given.id as "tenantId", (select country from account_settings where tenant_id = given.id) as country,
      (select coalesce(jsonb_agg(jsonb_build_object('key', key, 'label', label, 'type', type, 'options', options,
          'isRequired', is_required) order by id), '[]')
       from custom_field where tenant_id = given.id and deleted_at is null) as fields
    from unnest($1::text[]) as given (id)`,
};

export async function readRules(tx: SqlExecutor, tenantIds: readonly TenantId[]): Promise<TenantRules[]> {
  return many(tx, READ_RULES, [tenantIds]);
}

/** The company of a contact, which is not deleted before the transaction ends. */
const LOCK_COMPANIES = `
  select company.tenant_id as "tenantId", company.id from company
  join (select distinct * from unnest($1::text[], $2::uuid[])) as given (tenant_id, id) using (tenant_id, id)
  where deleted_at is null for share of company`;

export interface CompanyKey {
  tenantId: TenantId;
  id: string;
}

/** Locks the companies against deletion. Returns the ones that exist. */
export async function lockCompanies(tx: SqlExecutor, companies: readonly CompanyKey[]): Promise<CompanyKey[]> {
  return many(tx, LOCK_COMPANIES, [companies.map(({ tenantId }) => tenantId), companies.map(({ id }) => id)]);
}

/** A contact with all rows that making it writes. */
export interface ContactRows {
  contact: Contact;
  identifiers: ContactIdentifier[];
  activity: Activity;
  /** Indexes under which a live contact may have one of the numbers; see `formerIndexOf`. */
  formerIndexes: Buffer[];
  /** The `auditValues` of its entry in the audit log. */
  audit: unknown[];
}

const CONTACTS = new RowParameters<ContactRows>({
  tenant_id: { type: 'text', of: ({ contact }) => contact.tenantId },
  id: { type: 'text', of: ({ contact }) => contact.id },
  lifecycle: { type: 'text', of: ({ contact }) => contact.lifecycle },
  stage: { type: 'text', of: ({ contact }) => contact.stage },
  name: { type: 'text', of: ({ contact }) => contact.name },
  name_key: { type: 'text', of: ({ contact }) => contact.nameKey },
  owner_id: { type: 'text', of: ({ contact }) => contact.ownerId },
  tags: { type: 'text[]', of: ({ contact }) => contact.tags },
  filter_keys: { type: 'text[]', of: ({ contact }) => filterKeysOf(contact) },
  job_title: { type: 'text', of: ({ contact }) => contact.jobTitle },
  company_id: { type: 'text', of: ({ contact }) => contact.companyId },
  country: { type: 'text', of: ({ contact }) => contact.country },
  state: { type: 'text', of: ({ contact }) => contact.state },
  city: { type: 'text', of: ({ contact }) => contact.city },
  time_zone: { type: 'text', of: ({ contact }) => contact.timeZone },
  custom: { type: 'jsonb', of: ({ contact }) => contact.custom },
  source: { type: 'text', of: ({ contact }) => contact.source },
  data_key: { type: 'bytea', of: ({ contact }) => contact.dataKey },
  created_at: { type: 'timestamptz', of: ({ contact }) => contact.createdAt },
  identifiers: { type: 'int', of: ({ identifiers }) => identifiers.length },
});

const IDENTIFIERS = new RowParameters<ContactIdentifier>({
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  id: { type: 'text', of: ({ id }) => id },
  contact_id: { type: 'text', of: ({ contactId }) => contactId },
  kind: { type: 'text', of: ({ kind }) => kind },
  sealed: { type: 'bytea', of: ({ sealed }) => sealed },
  blind_index: { type: 'bytea', of: ({ blindIndex }) => blindIndex },
  untagged_index: { type: 'bytea', of: ({ untaggedIndex }) => untaggedIndex },
  is_primary: { type: 'boolean', of: ({ isPrimary }) => isPrimary },
  created_at: { type: 'timestamptz', of: ({ createdAt }) => createdAt },
});

const ACTIVITIES = new RowParameters<Activity>({
  contact_id: { type: 'text', of: ({ contactId }) => contactId },
  id: { type: 'text', of: ({ id }) => id },
  type: { type: 'text', of: ({ type }) => type },
  author_id: { type: 'text', of: ({ authorId }) => authorId },
  sealed: { type: 'bytea', of: ({ sealed }) => sealed },
  created_at: { type: 'timestamptz', of: ({ createdAt }) => createdAt },
});

const FORMER = new RowParameters<{ contactId: string; blindIndex: Buffer }>({
  contact_id: { type: 'text', of: ({ contactId }) => contactId },
  blind_index: { type: 'bytea', of: ({ blindIndex }) => blindIndex },
});

const COLUMNS = `tenant_id, id, lifecycle, stage, name, name_key, owner_id, tags, filter_keys, job_title, company_id,
  country, state, city, time_zone, custom, source, data_key, created_at`;
const GIVEN = COLUMNS.replace('company_id', 'company_id::uuid');
const AFTER_CONTACTS = CONTACTS.parameters;
const AFTER_IDENTIFIERS = AFTER_CONTACTS + IDENTIFIERS.parameters;
const AFTER_ACTIVITIES = AFTER_IDENTIFIERS + ACTIVITIES.parameters;
const AFTER_FORMER = AFTER_ACTIVITIES + FORMER.parameters;

/*
 * A contact of which an identifier is taken is left out. If another of its identifiers is not, that one has no contact, and
 * the statement fails. The order of identifiers is one for all processes, so that no two groups wait for each other.
 */
const INSERT_CONTACTS = {
  name: 'insert-contacts',
  text: `
with taken as (
  select given.contact_id from ${FORMER.sql(AFTER_ACTIVITIES + 1)} as given cross join lateral (
    select from contact_identifier where kind = 'phone' and blind_index = given.blind_index and is_live limit 1
  ) as held
), free as (
  insert into contact_identifier
    (tenant_id, id, contact_id, kind, sealed, blind_index, untagged_index, is_primary, created_at)
  select tenant_id, id::uuid, contact_id, kind, sealed, blind_index, untagged_index, is_primary, created_at
  from ${IDENTIFIERS.sql(AFTER_CONTACTS + 1)} as given where contact_id not in (select contact_id from taken)
  order by tenant_id, kind, blind_index, n
  on conflict do nothing returning contact_id
), added as (
  insert into contact (${COLUMNS}, updated_at, last_activity_at)
  select ${GIVEN}, created_at, created_at from ${CONTACTS.sql(1)} as given
  where identifiers = (select count(*) from free where free.contact_id = given.id) order by n
  returning tenant_id, id
), told as (
  insert into activity (tenant_id, contact_id, id, type, author_id, sealed, created_at)
  select tenant_id, contact_id, given.id::uuid, type, author_id, sealed, created_at
  from ${ACTIVITIES.sql(AFTER_IDENTIFIERS + 1)} as given join added on added.id = contact_id
), audited as (
  ${auditRowsClause('added', AFTER_FORMER)}
)
select id from added`,
};

const formerOf = ({ contact, formerIndexes }: ContactRows) =>
  formerIndexes.map((blindIndex) => ({ contactId: contact.id, blindIndex }));

/**
 * Inserts contacts with their identifiers, first activities and audit entries; returns the ids of those whose identifiers
 * were all free. Violates contact_identifier__contact__fk if only some of a contact's were.
 */
export async function insertContactRows(tx: SqlExecutor, rows: readonly ContactRows[]): Promise<Set<string>> {
  const values = [
    ...CONTACTS.values(rows),
    ...IDENTIFIERS.values(rows.flatMap(({ identifiers }) => identifiers)),
    ...ACTIVITIES.values(rows.map(({ activity }) => activity)),
    ...FORMER.values(rows.flatMap(formerOf)),
    ...auditRows(rows.map(({ audit }) => audit)),
  ];
  const added = await many<{ id: string }>(tx, INSERT_CONTACTS, values);
  return new Set(added.map(({ id }) => id));
}
