import { exec, many, maybe, prepared, RowParameters, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { hasMessageId } from '../../messages/has-message-id.sql.js';
import type { MailMessage } from '../../messages/mail-message.entity.js';
import type { MessagePassage } from './message-passage.entity.js';

/** A message at a mailbox. */
export interface Passage {
  tenantId: TenantId;
  mailboxId: string;
  knownAs: string;
}

/** A message of which a mailbox may have another copy. */
export interface KnownBy extends Pick<MailMessage, 'tenantId' | 'mailboxId' | 'messageId' | 'subject' | 'snippet'> {
  contentHash: Buffer;
  /** Whether it goes into spam or quarantine. Another copy there stands for no better one. */
  isAside: boolean;
  /** Name of a forwarded copy that the mailbox must have got, for a message that came by itself. Null for a forwarded message. */
  copyKnownAs: string | null;
}

const INSERT = prepared(
  'insert-message-passages',
  `
    insert into message_passage (tenant_id, mailbox_id, kind, known_as)
    select tenant_id, mailbox_id, $1, known_as
      from unnest($2::text[], $3::uuid[], $4::text[]) as given (tenant_id, mailbox_id, known_as)
     order by tenant_id, mailbox_id, known_as
    on conflict do nothing
    returning tenant_id as "tenantId", mailbox_id as "mailboxId", known_as as "knownAs"`,
);

/** Notes passages. Returns for each whether it is the first of its kind; of several that are the same, the first one. */
export async function insertPassages(
  tx: SqlExecutor,
  kind: MessagePassage['kind'],
  passages: readonly Passage[],
): Promise<boolean[]> {
  if (passages.length === 0) return [];
  const rows = await many<Passage>(tx, INSERT, [
    kind,
    passages.map(({ tenantId }) => tenantId),
    passages.map(({ mailboxId }) => mailboxId),
    passages.map(({ knownAs }) => knownAs),
  ]);
  const isNew = new Set(rows.map(nameOf));
  return passages.map((passage) => isNew.delete(nameOf(passage)));
}

const nameOf = ({ tenantId, mailboxId, knownAs }: Passage): string => `${tenantId} ${mailboxId} ${knownAs}`;

const KNOWN = new RowParameters<KnownBy & { position: number }>({
  position: { type: 'int', of: ({ position }) => position },
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  mailbox_id: { type: 'uuid', of: ({ mailboxId }) => mailboxId },
  message_id: { type: 'text', of: ({ messageId }) => messageId },
  content_hash: { type: 'bytea', of: ({ contentHash }) => contentHash },
  subject: { type: 'text', of: ({ subject }) => subject },
  snippet: { type: 'text', of: ({ snippet }) => snippet },
  is_aside: { type: 'boolean', of: ({ isAside }) => isAside },
  copy_known_as: { type: 'text', of: ({ copyKnownAs }) => copyKnownAs },
});

/**
 * The mailbox `given` has a message that a condition chooses. Not `exists`, for which Postgres may read all messages of the tenant and put
 * them into a hash table; nor a join with the folders, which may read all of them.
 */
const isThere = (condition: string): string => `coalesce((
  select true from mail_message m
   where m.tenant_id collate "C" = given.tenant_id and m.mailbox_id = given.mailbox_id and ${condition} and m.origin = 'received'
     and (given.is_aside or (
       select f.kind from folder f where f.tenant_id = given.tenant_id and f.id = m.folder_id) not in ('spam', 'quarantine'))
   limit 1), false)`;

// Messages from before there were hashes are known by what lists show of them.
const LIST_KNOWN = `
  select given.position
    from ${KNOWN.sql(1)} as given
   where (given.copy_known_as is null or coalesce((
            select true from message_passage p
             where p.tenant_id = given.tenant_id and p.mailbox_id = given.mailbox_id and p.kind = 'kept'
               and p.known_as = given.copy_known_as limit 1), false))
     and (${isThere(`
            ${hasMessageId('m', 'given.message_id')}
            and case when m.content_hash is null then m.subject = given.subject and m.snippet = given.snippet
                     else m.content_hash = given.content_hash end`)}
          or given.message_id is null
             and ${isThere('m.message_id is null and m.content_hash = given.content_hash')})`;

/** Tells for each message whether its mailbox has the same one. */
export async function areKnown(tx: SqlExecutor, messages: readonly KnownBy[]): Promise<boolean[]> {
  if (messages.length === 0) return [];
  const given = messages.map((message, position) => ({ ...message, position }));
  const rows = await many<{ position: number }>(tx, LIST_KNOWN, KNOWN.values(given));
  const known = new Set(rows.map(({ position }) => position));
  return messages.map((_, index) => known.has(index));
}

const USE_FORWARDS = `
  insert into sending_usage as u (tenant_id, scale, starts_on, used)
  select $1, 'forward', (now() at time zone 'UTC')::date, $2::int where $2::int <= $3::int
  on conflict on constraint sending_usage__pk do update set used = u.used + excluded.used
   where u.used + excluded.used <= $3::int
  returning used`;

/** Uses the tenant's quota of forwarded recipients for today. False, and nothing is used, if it does not suffice. */
export async function useForwards(
  tx: SqlExecutor,
  tenantId: TenantId,
  recipients: number,
  limit: number,
): Promise<boolean> {
  return (await maybe(tx, USE_FORWARDS, [tenantId, recipients, limit])) !== undefined;
}

// Nothing changes a row before it is deleted, so that it needs no lock to be where it was found.
const DELETE_OLD = `
  delete from message_passage
   where ctid = any (array(select ctid from message_passage where passed_at < $1 order by passed_at limit $2))`;

/** Deletes some of the passages before a time. Runs as the system role. Returns how many. */
export async function deletePassagesBefore(tx: SqlExecutor, before: Date, limit: number): Promise<number> {
  return exec(tx, DELETE_OLD, [before, limit]);
}
