// The limit beside `contacts-import`: COPY of the same rows into the same tables, each sealed as the CRM seals it.
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import type { TenantId } from '#libs/core/persistence';
import { DataKey } from '#libs/core/secrets';
import { createContact } from '../../apps/crm/src/contacts/creation/new-contact.js';
import { TenantCipher } from '../../apps/crm/src/keys/tenant-cipher.js';
import { toActivity } from '../../apps/crm/src/timeline/timeline.js';
import { answerParent } from '../support/helper-process.js';

export interface ContactCopyRun {
  databaseUrl: string;
  tenantId: TenantId;
  rows: ContactRow[];
}

export interface ContactRow {
  email: string;
  phone: string;
  name: string;
}

/** Rows of one COPY. */
const AT_ONCE = 5_000;

const TABLES = {
  contact: `contact (tenant_id, id, lifecycle, stage, name, name_key, tags, custom, source, data_key)`,
  identifier: `contact_identifier (tenant_id, id, contact_id, kind, sealed, blind_index, is_primary)`,
  activity: `activity (tenant_id, contact_id, id, type, sealed)`,
};

/** Contacts per second. */
async function run({ databaseUrl, tenantId, rows }: ContactCopyRun): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const cipher = new TenantCipher(DataKey.generate());
  const started = performance.now();
  for (let at = 0; at < rows.length; at += AT_ONCE) await copy(client, tenantId, cipher, rows.slice(at, at + AT_ONCE));
  const took = (performance.now() - started) / 1_000;
  await client.end();
  return rows.length / took;
}

async function copy(client: pg.Client, tenantId: TenantId, cipher: TenantCipher, rows: ContactRow[]): Promise<void> {
  const lines = { contact: '', identifier: '', activity: '' };
  for (const { email, phone, name } of rows) {
    const values = { name, source: 'import', emails: [email], phones: [phone] };
    const { contact, identifiers, key } = createContact(tenantId, cipher, values);
    const data = { import_id: contact.id, created: true };
    const { id, sealed } = toActivity(tenantId, contact.id, key, { type: 'imported', authorId: null, data });
    lines.contact += `${tenantId}\t${contact.id}\tcontact\tnew\t${name}\t${contact.nameKey}\t{}\t{}\timport\t${hex(contact.dataKey)}\n`;
    for (const one of identifiers)
      lines.identifier += `${tenantId}\t${one.id}\t${contact.id}\t${one.kind}\t${hex(one.sealed)}\t${hex(one.blindIndex)}\tt\n`;
    lines.activity += `${tenantId}\t${contact.id}\t${id}\timported\t${hex(sealed)}\n`;
  }
  await client.query('begin');
  for (const table of ['contact', 'identifier', 'activity'] as const) {
    const stream = client.query(from(`copy ${TABLES[table]} from stdin`));
    stream.end(Buffer.from(lines[table]));
    await finished(stream);
  }
  await client.query('commit');
}

const hex = (bytes: Buffer | null): string => (bytes ? `\\\\x${bytes.toString('hex')}` : '\\N');

answerParent({ run });
