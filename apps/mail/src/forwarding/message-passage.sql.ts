import { exec, many, maybe, type SqlExecutor, type TenantId } from '#libs/persistence';
import type { MessagePassage } from './message-passage.entity.js';

/** A message at a mailbox. */
export interface Passage {
  tenantId: TenantId;
  mailboxId: string;
  knownAs: string;
}

/** The marks of a message in a mailbox, beside its id, which anybody may repeat. */
export interface KnownBy {
  tenantId: TenantId;
  mailboxId: string;
  messageId: string;
  subject: string;
  snippet: string;
}

const INSERT = {
  name: 'insert-message-passages',
  text: `
    insert into message_passage (tenant_id, mailbox_id, kind, known_as)
    select tenant_id, mailbox_id, $1, known_as
      from unnest($2::text[], $3::uuid[], $4::text[]) as given (tenant_id, mailbox_id, known_as)
     order by tenant_id, mailbox_id, known_as
    on conflict do nothing
    returning tenant_id as "tenantId", mailbox_id as "mailboxId", known_as as "knownAs"`,
};

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

const LIST_KNOWN = `
  select given.position::int as position
    from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[])
         with ordinality as given (tenant_id, mailbox_id, message_id, subject, snippet, position)
   where exists (
     select from mail_message m
      where m.tenant_id = given.tenant_id and m.mailbox_id = given.mailbox_id
        and hashtextextended(m.message_id, 0) = hashtextextended(given.message_id collate "C", 0)
        and m.message_id = given.message_id and m.origin = 'received' and m.subject = given.subject and m.snippet = given.snippet)`;

/** Tells for each mailbox whether it has the message, in any folder. */
export async function areKnown(tx: SqlExecutor, messages: readonly KnownBy[]): Promise<boolean[]> {
  if (messages.length === 0) return [];
  const rows = await many<{ position: number }>(tx, LIST_KNOWN, [
    messages.map(({ tenantId }) => tenantId),
    messages.map(({ mailboxId }) => mailboxId),
    messages.map(({ messageId }) => messageId),
    messages.map(({ subject }) => subject),
    messages.map(({ snippet }) => snippet),
  ]);
  const known = new Set(rows.map(({ position }) => position));
  return messages.map((_, index) => known.has(index + 1));
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

const DELETE_OLD = `
  delete from message_passage
   where (tenant_id, mailbox_id, kind, known_as) in (
     select tenant_id, mailbox_id, kind, known_as from message_passage where passed_at < $1 order by passed_at limit $2)`;

/** Deletes some of the passages before a time. Runs as the system role. Returns how many. */
export async function deletePassagesBefore(tx: SqlExecutor, before: Date, limit: number): Promise<number> {
  return exec(tx, DELETE_OLD, [before, limit]);
}
