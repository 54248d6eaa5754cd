import type { ClaimedJob } from '#libs/jobs';
import { many, type SqlExecutor, type TenantId } from '#libs/persistence';
import { holdsTopic, normalAddress } from '../suppressions/suppression.js';
import type { DeliverMessages, PendingMessage } from './delivery.js';

const TRANSACTIONAL = '(select transactional from topic t where t.tenant_id = m.tenant_id and t.id = m.topic)';

/*
 * Each content is looked up by its id (`offset 0` keeps the lookup apart): planned as a join, it reads all contents of a
 * tenant that has grown since the last analyze.
 */
const PENDING = {
  name: 'pending-messages',
  text: `
    select m.tenant_id as "tenantId", m.id, m.environment, m.sender, m.recipient, m.subject,
           m.topic, m.template_id as "templateId", m.status in ('processing', 'sending') as "triedBefore",
           m.created_at as "createdAt", m.scheduled_at as "scheduledAt", c.body_text as text, c.body_html as html,
           c.to_addresses as to, c.cc_addresses as cc, c.reply_to as "replyTo", c.headers, c.attachments, c.data,
           m.environment = 'live' and coalesce((select opens from tracking_setting where tenant_id = $1), false)
             as "tracksOpens",
           m.environment = 'live' and coalesce((select clicks from tracking_setting where tenant_id = $1), false)
             as "tracksClicks",
           (select true from suppression s where s.tenant_id = m.tenant_id and s.address = lower(m.recipient)
              and coalesce(nullif(s.sender, ''), m.sender) = m.sender
              and ${holdsTopic('m.topic', TRANSACTIONAL)} limit 1)
             is not null as suppressed
    from message m, lateral (
      select * from message_content where tenant_id = m.tenant_id and id = m.content_id offset 0
    ) c
    where m.tenant_id = $1 and m.id = any($2::text[]) and m.status in ('queued', 'processing', 'sending')`,
};

const SUPPRESSED = `
  select m.id from message m join unnest($2::text[], $3::text[]) as given (id, address) on given.id = m.id
  where m.tenant_id = $1 and exists (
    select from suppression s where s.tenant_id = $1 and s.address = given.address
      and coalesce(nullif(s.sender, ''), m.sender) = m.sender and ${holdsTopic('m.topic', TRANSACTIONAL)})`;

/** Those of the messages of these jobs, by their ids, that have no final state yet, in the order of the ids. */
export async function listPendingMessages(
  tx: SqlExecutor,
  tenantId: TenantId,
  jobs: ReadonlyMap<string, ClaimedJob<DeliverMessages>>,
): Promise<PendingMessage[]> {
  const rows = await many<Omit<PendingMessage, 'job'>>(tx, PENDING, [tenantId, [...jobs.keys()]]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const messages: PendingMessage[] = [];
  for (const [id, job] of jobs) {
    const row = byId.get(id);
    if (row) messages.push(Object.assign(row, { job }));
  }
  return withSuppressed(tx, tenantId, messages);
}

/**
 * Addresses beyond ASCII are compared in the lower case of this process, in which they were suppressed; Postgres's
 * follows the collation of the database.
 */
async function withSuppressed(
  tx: SqlExecutor,
  tenantId: TenantId,
  messages: PendingMessage[],
): Promise<PendingMessage[]> {
  const beyond = messages.filter(({ recipient }) => isBeyondAscii(recipient));
  if (beyond.length === 0) return messages;
  const addresses = beyond.map(({ recipient }) => normalAddress(recipient));
  const rows = await many<{ id: string }>(tx, SUPPRESSED, [tenantId, beyond.map(({ id }) => id), addresses]);
  const suppressed = new Set(rows.map(({ id }) => id));
  return messages.map((message) =>
    isBeyondAscii(message.recipient) ? { ...message, suppressed: suppressed.has(message.id) } : message,
  );
}

const isBeyondAscii = (text: string): boolean => /[^\0-\x7f]/.test(text);
