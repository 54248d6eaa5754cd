import type { Crm } from './crm.js';
import type { BenchTenant } from './platform.js';

/** Rows that each contact has left beside its own: an entry of its timeline, one of the audit, and a change that others are told of. */
const FILL = [
  `insert into activity (tenant_id, contact_id, id, type, sealed, created_at)
   select tenant_id, id, uuidv7(), 'contact-created', sha256(id::bytea), created_at from contact where tenant_id = $1`,
  `insert into audit_entry (id, chain, position, previous_hash, hash, occurred_at, tenant_id, actor_kind, actor_id, action, object_type,
                            object_id)
   select 'aud' || right(id, 17), 0, -row_number() over (), md5(id), md5(id), created_at, tenant_id, 'user', 'usr_bench',
          'contact.created', 'contact', id from contact where tenant_id = $1`,
  `insert into contact_event_day (tenant_id, contact_id, name, day, n)
   select tenant_id, id, 'email_aberto', current_date - abs(hashtext(id)) % 60, 1 from contact where tenant_id = $1`,
];

/**
 * Gives each contact of a tenant a timeline, with statistics. Without triggers: the audit log's would number each entry from a row that
 * has one more version for each entry of the transaction.
 */
export async function fillTimelines({ admin }: Crm, { id }: BenchTenant): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of FILL) await client.query(statement, [id]);
  } finally {
    // Ends the session, and its setting with it.
    client.release(true);
  }
  await admin.query('vacuum (analyze) activity, audit_entry, contact_event_day');
}
