import { exec, type ParameterColumn, RowParameters, type SqlExecutor } from '#libs/persistence';
import type { Activity } from '../timeline/activity.entity.js';
import type { ContactIdentifier } from '../identifiers/contact-identifier.entity.js';
import type { Contact } from './contact.entity.js';
import { filterKeysOf } from './filter-keys/filter-keys.js';

type Columns<T> = Record<string, ParameterColumn<T>>;

const KEY: Columns<Contact> = {
  tenant_id: { type: 'text', of: (row) => row.tenantId },
  id: { type: 'text', of: (row) => row.id },
};

/** Columns that an import may change, and the times of the change. */
const IMPORTED: Columns<Contact> = {
  stage: { type: 'text', of: (row) => row.stage },
  name: { type: 'text', of: (row) => row.name },
  name_key: { type: 'text', of: (row) => row.nameKey },
  owner_id: { type: 'text', of: (row) => row.ownerId },
  tags: { type: 'text[]', of: (row) => row.tags },
  filter_keys: { type: 'text[]', of: (row) => filterKeysOf(row) },
  job_title: { type: 'text', of: (row) => row.jobTitle },
  company_id: { type: 'uuid', of: (row) => row.companyId },
  country: { type: 'text', of: (row) => row.country },
  state: { type: 'text', of: (row) => row.state },
  city: { type: 'text', of: (row) => row.city },
  time_zone: { type: 'text', of: (row) => row.timeZone },
  custom: { type: 'jsonb', of: (row) => row.custom },
  updated_at: { type: 'timestamptz', of: (row) => row.updatedAt },
  last_activity_at: { type: 'timestamptz', of: (row) => row.lastActivityAt },
};

const CONTACTS = new RowParameters<Contact>({
  ...KEY,
  ...IMPORTED,
  lifecycle: { type: 'text', of: (row) => row.lifecycle },
  source: { type: 'text', of: (row) => row.source },
  utm_source: { type: 'text', of: (row) => row.utmSource },
  utm_medium: { type: 'text', of: (row) => row.utmMedium },
  utm_campaign: { type: 'text', of: (row) => row.utmCampaign },
  utm_term: { type: 'text', of: (row) => row.utmTerm },
  utm_content: { type: 'text', of: (row) => row.utmContent },
  device: { type: 'text', of: (row) => row.device },
  os: { type: 'text', of: (row) => row.os },
  browser: { type: 'text', of: (row) => row.browser },
  ip_country: { type: 'text', of: (row) => row.ipCountry },
  email_status: { type: 'text', of: (row) => row.emailStatus },
  score: { type: 'int', of: (row) => row.score },
  data_key: { type: 'bytea', of: (row) => row.dataKey },
  created_at: { type: 'timestamptz', of: (row) => row.createdAt },
});

const IMPORTED_CONTACTS = new RowParameters<Contact>({ ...KEY, ...IMPORTED });

const IDENTIFIERS = new RowParameters<ContactIdentifier>({
  tenant_id: { type: 'text', of: (row) => row.tenantId },
  id: { type: 'uuid', of: (row) => row.id },
  contact_id: { type: 'text', of: (row) => row.contactId },
  kind: { type: 'text', of: (row) => row.kind },
  sealed: { type: 'bytea', of: (row) => row.sealed },
  blind_index: { type: 'bytea', of: (row) => row.blindIndex },
  untagged_index: { type: 'bytea', of: (row) => row.untaggedIndex },
  is_primary: { type: 'boolean', of: (row) => row.isPrimary },
  created_at: { type: 'timestamptz', of: (row) => row.createdAt },
});

const ACTIVITIES = new RowParameters<Activity>({
  tenant_id: { type: 'text', of: (row) => row.tenantId },
  contact_id: { type: 'text', of: (row) => row.contactId },
  id: { type: 'uuid', of: (row) => row.id },
  type: { type: 'text', of: (row) => row.type },
  author_id: { type: 'text', of: (row) => row.authorId },
  sealed: { type: 'bytea', of: (row) => row.sealed },
  created_at: { type: 'timestamptz', of: (row) => row.createdAt },
});

/** Inserts new contacts in one statement. */
export async function insertContacts(tx: SqlExecutor, contacts: readonly Contact[]): Promise<void> {
  await insert(tx, 'contact', CONTACTS, contacts);
}

/** Writes what an import may change of these contacts, in one statement. */
export async function updateContacts(tx: SqlExecutor, contacts: readonly Contact[]): Promise<void> {
  if (contacts.length === 0) return;
  const assignments = Object.keys(IMPORTED).map((name) => `${name} = given.${name}`);
  await exec(
    tx,
    `update contact set ${assignments.join(', ')}
     from ${IMPORTED_CONTACTS.sql(1)} as given where contact.tenant_id = given.tenant_id and contact.id = given.id`,
    IMPORTED_CONTACTS.values(contacts),
  );
}

/**
 * Inserts identifiers of live contacts in one statement, in the order of their indexes: two writers of the same values wait
 * for each other instead of a deadlock. Violates contact_identifier__value__uq if another live contact has one of them.
 */
export async function insertIdentifiers(tx: SqlExecutor, identifiers: readonly ContactIdentifier[]): Promise<void> {
  const inOrder = identifiers.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.blindIndex.compare(b.blindIndex));
  await insert(tx, 'contact_identifier', IDENTIFIERS, inOrder);
}

export async function insertActivities(tx: SqlExecutor, activities: readonly Activity[]): Promise<void> {
  await insert(tx, 'activity', ACTIVITIES, activities);
}

async function insert<T>(tx: SqlExecutor, table: string, rows: RowParameters<T>, values: readonly T[]): Promise<void> {
  if (values.length === 0) return;
  const columns = rows.names.join(', ');
  await exec(
    tx,
    `insert into ${table} (${columns}) select ${columns} from ${rows.sql(1)} as given order by n`,
    rows.values(values),
  );
}
