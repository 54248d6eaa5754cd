import {
  type BoundedCount,
  countMatching,
  countRows,
  escapeLike,
  idsOfPage,
  type MadeIn,
  many,
  maybe,
  type Page,
  type PageRequest,
  positionOf,
  type SqlExecutor,
  type TenantId,
  toPage,
} from '#libs/core/persistence';

/** How many e-mails a search looks at for one page. */
const SCANNED_MAX = 50_000;

/** Filter of a search of received mail; addresses are compared in lower case. */
export interface ReceivedFilter {
  /** An address of the envelope. */
  recipient?: string;
  /** The part of such an address after its first plus. */
  mailboxHash?: string;
  /** The sender that the e-mail names, or that of the envelope. */
  sender?: string;
  /** A part of the subject, without regard to case. */
  subject?: string;
  isRead?: boolean;
  receivedIn?: MadeIn;
}

const COLUMNS = 'id, recipients, envelope_from, content, read_at';

/** The ids of a page of the e-mails that a filter finds, newest first. It looks at a bounded number of them. */
export async function searchReceived(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: ReceivedFilter,
  page: PageRequest,
): Promise<Page<{ id: string }>> {
  const { source, range, conditions, parameters } = searchOf(tenantId, filter, page);
  const last = `$${parameters.push(page.limit + 1)}`;
  const scanned = `select id from (${source} limit ${SCANNED_MAX}) scanned where ${conditions} order by id desc limit ${last}`;
  const found = toPage(await many<{ id: string }>(tx, scanned, parameters), page.limit);
  if (found.hasMore) return found;
  const end = await maybe<{ id: string }>(tx, `${source} offset ${SCANNED_MAX - 1} limit 1`, range);
  return end ? { ...found, hasMore: true, nextCursor: positionOf(end.id) } : found;
}

/** Counts the e-mails that a filter finds, of as many as a page looks at. */
export async function countReceived(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: ReceivedFilter,
): Promise<BoundedCount> {
  const { source, conditions, parameters, range } = searchOf(tenantId, filter, {});
  if (parameters.length === range.length) return countRows(tx, source, range);
  return countMatching(tx, source, conditions, parameters, SCANNED_MAX);
}

function searchOf(tenantId: TenantId, filter: ReceivedFilter, page: Pick<PageRequest, 'cursor'>) {
  const { first, before } = idsOfPage('inb', page, filter.receivedIn);
  const range = [tenantId, before, first];
  const parameters: unknown[] = [...range];
  const conditions = conditionsOf(filter, parameters).join(' and ') || 'true';
  const source = `select ${COLUMNS} from received_email where tenant_id = $1 and id < $2 and id >= $3 order by id desc`;
  return { source, range, conditions, parameters };
}

function conditionsOf(
  { recipient, mailboxHash, sender, subject, isRead }: ReceivedFilter,
  parameters: unknown[],
): string[] {
  const conditions: string[] = [];
  const isAny = (form: string, value: string) =>
    conditions.push(`exists (select from unnest(recipients) one where ${form} = $${parameters.push(value)})`);
  if (recipient !== undefined) isAny('lower(one)', recipient.toLowerCase());
  if (mailboxHash !== undefined) isAny(`lower(substring(one from '^[^@+]*[+]([^@]*)@'))`, mailboxHash.toLowerCase());
  if (sender !== undefined) {
    const address = `$${parameters.push(sender.toLowerCase())}`;
    conditions.push(`${address} in (lower(content #>> '{from,address}'), lower(envelope_from))`);
  }
  if (subject !== undefined)
    conditions.push(
      `(content ->> 'subject') collate "pg_unicode_fast" ilike $${parameters.push(`%${escapeLike(subject)}%`)}`,
    );
  if (isRead !== undefined) conditions.push(`(read_at is not null) = $${parameters.push(isRead)}`);
  return conditions;
}
