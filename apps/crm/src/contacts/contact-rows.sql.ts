import {
  entityColumns,
  exec,
  lockRowsSql,
  type ParameterColumns,
  RowParameters,
  rowsByKeys,
  type SqlExecutor,
} from '#libs/core/persistence';
import { Activity } from '../timeline/activity.entity.js';
import { ContactIdentifier } from '../identifiers/contact-identifier.entity.js';
import { Contact } from './contact.entity.js';
import { filterKeysOf } from './filter-keys/filter-keys.js';

const FILTER_KEYS: ParameterColumns<Contact> = { filter_keys: { type: 'text[]', of: filterKeysOf } };

/** Columns of a new contact. */
export const NEW_CONTACT: ParameterColumns<Contact> = {
  ...entityColumns(Contact, { without: ['filterKeys', 'deletedAt', 'deletedBy', 'deleteReason', 'anonymizedAt'] }),
  ...FILTER_KEYS,
};

const CONTACTS = new RowParameters(NEW_CONTACT);

/** Columns that an import may change, and the times of the change. */
const IMPORTED: ParameterColumns<Contact> = {
  ...entityColumns(Contact, {
    only: [
      'stage',
      'name',
      'nameKey',
      'ownerId',
      'tags',
      'jobTitle',
      'companyId',
      'country',
      'state',
      'city',
      'timeZone',
      'custom',
      'updatedAt',
      'lastActivityAt',
    ],
  }),
  ...FILTER_KEYS,
};

const IMPORTED_CONTACTS = new RowParameters<Contact>({
  ...entityColumns(Contact, { only: ['tenantId', 'id'] }),
  ...IMPORTED,
});

export const IDENTIFIERS = new RowParameters(entityColumns(ContactIdentifier, { without: ['isLive'] }));

export const ACTIVITIES = new RowParameters(entityColumns(Activity, { without: [] }));

/** Inserts new contacts in one statement. */
export async function insertContacts(tx: SqlExecutor, contacts: readonly Contact[]): Promise<void> {
  await insert(tx, 'contact', CONTACTS, contacts);
}

const KEYS = { tenant_id: '$1::text[]', id: '$2::text[]' };
const LOCK = lockRowsSql('contact', KEYS, { tenant: 'asked.tenant_id' });

/** Writes what an import may change of these contacts, in one statement. */
export async function updateContacts(tx: SqlExecutor, contacts: readonly Contact[]): Promise<void> {
  if (contacts.length === 0) return;
  const assignments = Object.keys(IMPORTED).map((name) => `${name} = given.${name}`);
  const values = IMPORTED_CONTACTS.values(contacts);
  await exec(tx, LOCK, values.slice(0, 2));
  await exec(
    tx,
    `update contact set ${assignments.join(', ')}
     from ${IMPORTED_CONTACTS.sql(1)} as given where ${rowsByKeys('contact', KEYS, { tenant: 'asked.tenant_id' })}
      and contact.tenant_id = given.tenant_id and contact.id = given.id`,
    values,
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
