import { many, prepared, SET_TENANTS_SQL, type SqlExecutor } from '#libs/core/persistence';
import { BLOB_PARAMETERS, type BlobOfTenant, blobValues, insertBlobsSql } from '#libs/core/storage';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import type { Mailbox, MailboxRef } from '../mailboxes/mailbox.entity.js';

/** Fields of a mailbox that are needed to accept mail for it. */
export interface ReceivingMailbox extends Pick<Mailbox, 'tenantId' | 'id' | 'localPart' | 'usedBytes' | 'quotaBytes'> {
  isRemoved: boolean;
  /** Whether it takes the mail of its domain that has no mailbox. */
  isCatchAll: boolean;
}

/** Local parts of a domain whose mailboxes are looked for. */
export interface ReceivingQuestion {
  domain: Pick<MailDomain, 'tenantId' | 'name' | 'catchAllMailboxId'>;
  localParts: readonly string[];
}

interface Found extends Omit<ReceivingMailbox, 'isCatchAll'> {
  address: string;
}

/**
 * Parameters: the tenants for row-level security, tenants and addresses, tenants and ids of mailboxes. `lateral` makes
 * Postgres set the tenants before it looks at a row, and `offset 0` look up each by itself: a join may read all mailboxes of the tenant.
 */
const RECEIVING = prepared(
  'receiving-mailboxes',
  `
    with setting as materialized (${SET_TENANTS_SQL})
    select box.tenant_id as "tenantId", box.id, box.address, box.local_part as "localPart", box.used_bytes::float8 as "usedBytes",
           box.quota_bytes::float8 as "quotaBytes", box.removed_at is not null as "isRemoved"
      from setting, lateral (
        select found.* from unnest($2::text[], $3::text[]) as asked (tenant_id, address), lateral (
          select * from mailbox
           where setting.tenants is not null and tenant_id = asked.tenant_id and address = asked.address offset 0) as found
        union
        select found.* from unnest($4::text[], $5::uuid[]) as asked (tenant_id, id), lateral (
          select * from mailbox
           where setting.tenants is not null and tenant_id = asked.tenant_id and id = asked.id offset 0) as found) as box`,
);

/**
 * For each question the mailboxes of the domain with these local parts, removed ones included, and its catch-all: all of them
 * by one statement, which is its own transaction and looks up keys.
 */
export async function findReceiving(
  pool: SqlExecutor,
  tenants: string,
  questions: readonly ReceivingQuestion[],
): Promise<ReceivingMailbox[][]> {
  const asked = questions.flatMap(({ domain, localParts }) =>
    localParts.map((localPart) => ({ tenantId: domain.tenantId, address: addressOf(localPart, domain) })),
  );
  const catching = questions.flatMap(({ domain: { tenantId, catchAllMailboxId } }) =>
    catchAllMailboxId === null ? [] : { tenantId, id: catchAllMailboxId },
  );
  const rows = await many<Found>(pool, RECEIVING, [
    tenants,
    asked.map(({ tenantId }) => tenantId),
    asked.map(({ address }) => address),
    catching.map(({ tenantId }) => tenantId),
    catching.map(({ id }) => id),
  ]);
  return questions.map(({ domain, localParts }) => {
    const addresses = new Set(localParts.map((localPart) => addressOf(localPart, domain)));
    return rows
      .filter((row) => row.tenantId === domain.tenantId)
      .filter((row) => addresses.has(row.address) || row.id === domain.catchAllMailboxId)
      .map((row) => ({ ...row, isCatchAll: row.id === domain.catchAllMailboxId }));
  });
}

export const addressOf = (localPart: string, { name }: Pick<MailDomain, 'name'>): string => `${localPart}@${name}`;

/** Fields of a mailbox that are needed to put a message into it. */
export interface TargetMailbox extends Pick<Mailbox, 'tenantId' | 'id' | 'address'> {
  /** Whether mail was forwarded to it in the time that such mail is known: a message that comes by itself may be there already. */
  hasForwards: boolean;
}

/** Mailboxes by their ids. */
export type TargetMailboxes = ReadonlyMap<string, TargetMailbox>;

/** Not `exists`, for which Postgres may read all passages of the tenant and put them into a hash table. */
const mailboxesSql = (firstParameter: number): string => `
  select mailbox.tenant_id as "tenantId", mailbox.id, mailbox.address,
         coalesce((select true from message_passage
                    where tenant_id = mailbox.tenant_id and mailbox_id = mailbox.id and kind = 'kept' limit 1), false) as "hasForwards"
    from unnest($${firstParameter}::text[], $${firstParameter + 1}::uuid[]) given (tenant_id, id) cross join lateral (
      select tenant_id, id, address from mailbox where tenant_id = given.tenant_id and id = given.id offset 0) as mailbox`;

const MAILBOXES = prepared('mailboxes-by-id', mailboxesSql(1));

const INSERT_BLOBS = prepared(
  'insert-blobs-for-mailboxes',
  `with setting as (select '' as tenants), stored as (${insertBlobsSql(1)}) ${mailboxesSql(1 + BLOB_PARAMETERS)}`,
);

/** Finds mailboxes by their ids, removed ones included; those that are gone are absent. */
export async function findMailboxes(tx: SqlExecutor, mailboxes: readonly MailboxRef[]): Promise<TargetMailboxes> {
  if (mailboxes.length === 0) return new Map();
  return byId(await many<TargetMailbox>(tx, MAILBOXES, placeValues(mailboxes)));
}

/** The same, and inserts blobs, by one statement. */
export async function insertBlobsFor(
  tx: SqlExecutor,
  mailboxes: readonly MailboxRef[],
  blobs: readonly BlobOfTenant[],
): Promise<TargetMailboxes> {
  return byId(await many<TargetMailbox>(tx, INSERT_BLOBS, [...blobValues(blobs), ...placeValues(mailboxes)]));
}

function placeValues(mailboxes: readonly MailboxRef[]): unknown[] {
  const tenants = new Map(mailboxes.map(({ tenantId, id }) => [id, tenantId]));
  return [[...tenants.values()], [...tenants.keys()]];
}

const byId = (mailboxes: readonly TargetMailbox[]): TargetMailboxes =>
  new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox]));
