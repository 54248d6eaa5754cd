import type { ClaimedJob } from '#libs/core/jobs';
import { many, prepared, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { DIALLED_TWICE } from '#libs/privacy/data-rights';
import type { ErasedAddresses } from '../suppressions/erased-addresses.js';
import { ERASED, holdsTopic, storedForms } from '../suppressions/suppression.js';
import type { DeliverMessages, PendingMessage } from './delivery.js';

const TRANSACTIONAL = '(select transactional from topic t where t.tenant_id = m.tenant_id and t.id = m.topic)';

/*
 * Each content is looked up by its id (`offset 0` keeps the lookup apart): planned as a join, it reads all contents of a
 * tenant that has grown since the last analyze. A message that was accepted while an erasure was under way is looked up again.
 */
const pending = (suppressed: string): string => `
    select m.tenant_id as "tenantId", m.id, m.environment, m.sender, m.recipient, m.subject,
           m.internet_message_id as "internetMessageId",
           m.topic, m.template_id as "templateId", m.status in ('processing', 'sending') as "triedBefore",
           m.created_at as "createdAt", m.scheduled_at as "scheduledAt", c.body_text as text, c.body_html as html,
           c.to_addresses as to, c.cc_addresses as cc, c.reply_to as "replyTo", c.headers, c.attachments, c.data, c.raw,
           m.environment = 'live' and coalesce((select opens from tracking_setting where tenant_id = $1), false)
             as "tracksOpens",
           m.environment = 'live' and coalesce((select clicks from tracking_setting where tenant_id = $1), false)
             as "tracksClicks",
           ${suppressed} is not null as suppressed,
           m.created_at < (select max(created_at) from suppression where tenant_id = $1 and reason = '${ERASED}')
             + interval '10 minutes' as "mayBeErased"
    from message m, lateral (
      select * from message_content where tenant_id = m.tenant_id and id = m.content_id offset 0
    ) c
    where m.tenant_id = $1 and m.id = any($2::text[]) and m.status in ('queued', 'processing', 'sending')`;

/** Looks an address up in the suppressions of a message `m`; SQL that is null without an entry. */
const entryOf = (address: string): string => `
           (select true from suppression s where s.tenant_id = m.tenant_id and s.address = ${address}
              and coalesce(nullif(s.sender, ''), m.sender) = m.sender
              and ${holdsTopic('m.topic', TRANSACTIONAL)} limit 1)`;

/** The ways in which a recipient is dialled: numbers may be suppressed as they are dialled today, or as they were before. */
const SPELLINGS = `case left(m.recipient, 3)
  ${DIALLED_TWICE.map(
    ({ prefix, pattern, present, former }) =>
      `when '${prefix}' then array[m.recipient, ${[present, former].map((form) => `regexp_replace(m.recipient, '${pattern}', '${form}')`).join(', ')}]`,
  ).join('\n  ')}
  else array[m.recipient] end`;

const PENDING = prepared('pending-messages', pending(entryOf('lower(m.recipient)')));
const PENDING_TEXTS = prepared(
  'pending-texts',
  pending(`(select true from unnest(${SPELLINGS}) as form (address)
             cross join lateral ${entryOf('form.address')} as entry limit 1)`),
);

const SUPPRESSED = `
  select distinct m.id from unnest($2::text[], $3::text[]) as given (id, address)
  cross join lateral (
    select tenant_id, id, sender, topic from message where tenant_id = $1 and id = given.id offset 0) as m
  cross join lateral (
    select true from suppression s where s.tenant_id = $1 and s.address = given.address
      and coalesce(nullif(s.sender, ''), m.sender) = m.sender and ${holdsTopic('m.topic', TRANSACTIONAL)} limit 1) as held`;

type PendingRow = PendingMessage & { mayBeErased: boolean | null };

/**
 * Lists the messages of these jobs that have no final state yet, in the order of their ids. The keys of `jobs` are ids of
 * messages.
 */
export async function listPendingMessages(
  tx: SqlExecutor,
  erased: ErasedAddresses,
  tenantId: TenantId,
  jobs: ReadonlyMap<string, ClaimedJob<DeliverMessages>>,
): Promise<PendingMessage[]> {
  const ids = [...jobs.keys()];
  const statement = ids[0]?.startsWith('sms_') ? PENDING_TEXTS : PENDING;
  const rows = await many<Omit<PendingRow, 'job'>>(tx, statement, [tenantId, ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const messages: PendingRow[] = [];
  for (const [id, job] of jobs) {
    const row = byId.get(id);
    if (row) messages.push(Object.assign(row, { job }));
  }
  return withSuppressed(tx, erased, tenantId, messages);
}

/**
 * Addresses beyond ASCII are compared in the lower case of this process, in which they were suppressed; Postgres's
 * follows the collation of the database. The hash of an erased person is made here, too.
 */
async function withSuppressed(
  tx: SqlExecutor,
  erased: ErasedAddresses,
  tenantId: TenantId,
  messages: PendingRow[],
): Promise<PendingMessage[]> {
  const formsOf = ({ recipient, data, mayBeErased }: PendingRow): string[] =>
    // A mail that asks for a new consent was let through when it was accepted.
    mayBeErased && !data?.['confirmation'] ? erased.formsOf(tenantId, recipient) : storedForms(recipient);
  const unsure = messages.filter(({ recipient, mayBeErased }) => mayBeErased || isBeyondAscii(recipient));
  if (unsure.length === 0) return messages;
  const given = unsure.flatMap((message) => formsOf(message).map((form) => ({ id: message.id, form })));
  const values = [tenantId, given.map(({ id }) => id), given.map(({ form }) => form)];
  const suppressed = new Set((await many<{ id: string }>(tx, SUPPRESSED, values)).map(({ id }) => id));
  for (const message of unsure) message.suppressed = suppressed.has(message.id);
  return messages;
}

const isBeyondAscii = (text: string): boolean => /[^\0-\x7f]/.test(text);
