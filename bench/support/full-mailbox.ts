import type { MailApp, MailBenchTenant } from './mail-app.js';

/** Messages of a thread. */
const THREAD = 4;

/*
 * Each message has the rows that a received or sent one leaves: its blob, its words, its thread, and what was on its way. They are spread
 * over mailboxes, one a minute until now.
 */
const NUMBERED = `
  create unlogged table filled as
  select n, uuidv7(-n * interval '1 minute') as id, mailbox.id as mailbox_id, folder.id as folder_id, folder.kind,
         md5('thread' || mailbox.id || n / ${THREAD} / $3::int)::uuid as thread_id,
         encode(sha256(convert_to($1 || n, 'UTF8')), 'hex') as blob_hash, now() - n * interval '1 minute' as at
    from generate_series(1, $2::int) n
    join lateral (select id from unnest($4::uuid[]) with ordinality as own (id, place) where place = 1 + n % $3::int) mailbox on true
    join folder on folder.tenant_id = $1 and folder.mailbox_id = mailbox.id and folder.kind = case when n % 3 = 0 then 'sent' else 'inbox' end`;

const FILL = [
  `insert into blob (tenant_id, hash, bytes, touched_at, content)
   select $1, blob_hash, 600, at, convert_to(repeat('Thank you for your order. ', 10), 'UTF8') from filled`,
  `insert into mail_message (tenant_id, id, mailbox_id, folder_id, thread_id, conversation_hash, origin, blob_hash, bytes, message_id,
                             subject, "from", "to", cc, bcc, reply_to, snippet, sorted_at, is_read, has_attachments, scan_verdict)
   select $1, id, mailbox_id, folder_id, thread_id, sha256(thread_id::text::bytea), case kind when 'sent' then 'sent' else 'received' end,
          blob_hash, 600, id || '@sender.test', 'Report number ' || n, '{"name": "Ana Lima", "address": "ana@sender.test"}',
          '[{"name": "", "address": "customer.0@example.test"}]', '[]', '[]', '[]', 'Thank you for your order.', at, true, false, 'clean'
     from filled`,
  `insert into message_search (tenant_id, message_id, mailbox_id, sorted_at, lexemes)
   select $1, id, mailbox_id, at, array_to_tsvector(array['order', 'thank', 'w' || n % 5000, 'v' || n % 1000]) from filled`,
  `insert into thread_reference (tenant_id, mailbox_id, message_id_hash, thread_id)
   select $1, mailbox_id, sha256((id || '@sender.test')::bytea), thread_id from filled`,
  `insert into outgoing_message (tenant_id, id, mailbox_id, kind, sender, recipients, blob_hash, bytes, is_test, sent_message_id,
                                 created_at, expires_at, finished_at)
   select $1, uuidv7(), mailbox_id, 'message', 'orders@example.test', '[{"address": "customer.0@example.test", "status": "sent"}]',
          blob_hash, 600, false, id, at, at + interval '5 days', at from filled`,
  `insert into idempotency_key (tenant_id, route, key, body_hash, response, expires_at)
   select $1, 'emails.send', 'key-' || n, md5(n::text), '{}', now() + interval '1 day' from filled`,
  `insert into mailbox_contact (tenant_id, id, mailbox_id, email, name, notes)
   select $1, gen_random_uuid(), mailbox_id, 'person.' || n || '@example.test', 'Person ' || n, '' from filled where n % 10 = 0`,
  `update folder set total = counted.total
     from (select folder_id, count(*)::int as total from filled group by 1) as counted where id = counted.folder_id and tenant_id = $1`,
  `update mailbox set used_bytes = 600 * $2::bigint where tenant_id = $1`,
];

const FILLED =
  'blob, mail_message, message_search, thread_reference, outgoing_message, idempotency_key, mailbox_contact, folder, mailbox';

/** Fills mailboxes of a tenant with so many messages in all, with statistics. */
export async function fillMailboxes(
  { admin }: MailApp,
  { id }: MailBenchTenant,
  mailboxIds: readonly string[],
  count: number,
): Promise<void> {
  await admin.query(NUMBERED, [id, count, mailboxIds.length, mailboxIds]);
  // Rules of the tables hold for what is made from each other.
  const client = await admin.connect();
  await client.query('set session_replication_role = replica');
  for (const statement of FILL) await client.query(statement, statement.includes('$2') ? [id, count] : [id]);
  await client.query('reset session_replication_role');
  client.release();
  await admin.query('drop table filled');
  await admin.query(`vacuum (analyze) ${FILLED}`);
}
