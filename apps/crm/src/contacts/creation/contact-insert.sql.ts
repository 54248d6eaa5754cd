import { auditRows, auditRowsClause } from '#libs/core/audit';
import { columnsWithin, many, prepared, RowParameters, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { CustomFieldValues } from '../../custom-fields/custom-field.repository.js';
import type { Activity } from '../../timeline/activity.entity.js';
import type { Contact } from '../contact.entity.js';
import { ACTIVITIES, IDENTIFIERS, NEW_CONTACT } from '../contact-rows.sql.js';
import type { ContactIdentifier } from '../../identifiers/contact-identifier.entity.js';

/** Settings of a tenant that decide if a contact is valid. */
export interface TenantRules {
  tenantId: TenantId;
  /** Null for the default. */
  country: string | null;
  fields: CustomFieldValues[];
}

const READ_RULES = prepared(
  'contact-rules',
  `
    select given.id as "tenantId", (select country from account_settings where tenant_id = given.id) as country,
      (select coalesce(jsonb_agg(jsonb_build_object('key', key, 'label', label, 'type', type, 'options', options,
          'isRequired', is_required) order by id), '[]')
       from custom_field where tenant_id = given.id and deleted_at is null) as fields
    from unnest($1::text[]) as given (id)`,
);

export async function readRules(tx: SqlExecutor, tenantIds: readonly TenantId[]): Promise<TenantRules[]> {
  return many(tx, READ_RULES, [tenantIds]);
}

/**
 * The company of a contact, which is not deleted before the transaction ends. In the look-up, a condition on the deletion would let
 * Postgres take an index of those that are not deleted, and read all of them for each.
 */
const LOCK_COMPANIES = `
  select held.tenant_id as "tenantId", held.id
  from (select distinct * from unnest($1::text[], $2::uuid[]) as key (tenant_id, id)) as given cross join lateral (
    select tenant_id, id, deleted_at from company
    where tenant_id = given.tenant_id and id = given.id offset 0 for share) as held
  where held.deleted_at is null`;

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
  ...columnsWithin(({ contact }: ContactRows) => contact, NEW_CONTACT),
  identifiers: { type: 'int', of: ({ identifiers }) => identifiers.length },
});

const FORMER = new RowParameters<{ contactId: string; blindIndex: Buffer }>({
  contact_id: { type: 'text', of: ({ contactId }) => contactId },
  blind_index: { type: 'bytea', of: ({ blindIndex }) => blindIndex },
});

const COLUMNS = new RowParameters(NEW_CONTACT).names.join(', ');
const AFTER_CONTACTS = CONTACTS.parameters;
const AFTER_IDENTIFIERS = AFTER_CONTACTS + IDENTIFIERS.parameters;
const AFTER_ACTIVITIES = AFTER_IDENTIFIERS + ACTIVITIES.parameters;
const AFTER_FORMER = AFTER_ACTIVITIES + FORMER.parameters;

/*
 * A contact of which an identifier is taken is left out. If another of its identifiers is not, that one has no contact, and
 * the statement fails. The order of identifiers is one for all processes, so that no two groups wait for each other.
 */
const INSERT_CONTACTS = prepared(
  'insert-contacts',
  `
with taken as (
  select given.contact_id from ${FORMER.sql(AFTER_ACTIVITIES + 1)} as given cross join lateral (
    select from contact_identifier where kind = 'phone' and blind_index = given.blind_index and is_live limit 1
  ) as held
), free as (
  insert into contact_identifier (${IDENTIFIERS.names.join(', ')})
  select ${IDENTIFIERS.names.join(', ')}
  from ${IDENTIFIERS.sql(AFTER_CONTACTS + 1)} as given where contact_id not in (select contact_id from taken)
  order by tenant_id, kind, blind_index, n
  on conflict do nothing returning contact_id
), added as (
  insert into contact (${COLUMNS})
  select ${COLUMNS} from ${CONTACTS.sql(1)} as given
  where identifiers = (select count(*) from free where free.contact_id = given.id) order by n
  returning tenant_id, id
), told as (
  insert into activity (${ACTIVITIES.names.join(', ')})
  select ${ACTIVITIES.names.map((name) => `given.${name}`).join(', ')}
  from ${ACTIVITIES.sql(AFTER_IDENTIFIERS + 1)} as given join added on added.id = contact_id
), audited as (
  ${auditRowsClause('added', AFTER_FORMER)}
)
select id from added`,
);

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
