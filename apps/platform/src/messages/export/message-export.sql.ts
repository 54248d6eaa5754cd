import { firstIdAt, idAt, maybe, positionOf, type SqlExecutor, type TenantId } from '#libs/persistence';
import { CHANNEL_PREFIX } from '../message.js';
import { conditionsOf, indexedSource, type MessageFilter } from '../message-filter.sql.js';

/** The end of the ids of a channel: what is accepted while an export runs is in it, if it gets that far. */
const AHEAD_MS = 3_600_000;

/*
 * A time as JavaScript writes it. `to_char` would take a third of an export's time. With a tenth of a millisecond more, a
 * time always has four decimals, of which three are kept.
 */
const time = (column: string) =>
  `replace(left((scanned."${column}" at time zone 'UTC' + interval '100 microseconds')::text, 23), ' ', 'T') || 'Z'`;

/** The fields of a message as the API shows it. */
const FIELDS = `scanned.id as "Id", scanned.channel as "Channel", scanned.environment as "Environment",
  scanned.status as "Status", scanned.sender as "From", scanned.recipient as "To", scanned.subject as "Subject",
  scanned."templateId" as "TemplateId", scanned."campaignId" as "CampaignId",
  coalesce(scanned.tags, '{}') as "Tags", ${time('createdAt')} as "CreatedAt", ${time('updatedAt')} as "UpdatedAt",
  ${time('scheduledAt')} as "ScheduledAt", ${time('sentAt')} as "SentAt", scanned.error as "Error"`;

/** Messages of an export that one statement read. */
export interface ExportedMessages {
  /** A line of JSON for each message, oldest first. */
  lines: string;
  /** After which message to read on; null at the end of the channel. */
  next: string | null;
  /** The last message of the lines; null if there is none. */
  last: string | null;
}

/**
 * The messages of a channel after one, or from the first on. Postgres writes the lines: a client of rows would spend several
 * times as long on each.
 * @param limit of the messages that are read, whether the filter takes them or not; a whole number
 */
export async function readExport(
  tx: SqlExecutor,
  tenantId: TenantId,
  filter: MessageFilter,
  after: string | null,
  limit: number,
): Promise<ExportedMessages> {
  const prefix = CHANNEL_PREFIX[filter.channel];
  const first = after === null ? `${prefix}_` : idAt(prefix, positionOf(after) + 1);
  const parameters: unknown[] = [tenantId, firstIdAt(prefix, new Date(Date.now() + AHEAD_MS)), first];
  const { source, rest } = indexedSource(filter, parameters, 'asc');
  const conditions = conditionsOf(rest, parameters);
  const matching = conditions.length === 0 ? '' : `filter (where ${conditions.join(' and ')})`;
  const row = await maybe<{ scanned: number; reached: string | null; last: string | null; lines: string | null }>(
    tx,
    `select count(*)::int as scanned, max(scanned.id) as reached, max(scanned.id) ${matching} as last,
            string_agg(row_to_json(line)::text || E'\\n', '') ${matching} as lines
     from (${source} limit ${limit}) scanned cross join lateral (select ${FIELDS}) line`,
    parameters,
  );
  if (!row) throw new Error('An aggregate returned no row');
  return { lines: row.lines ?? '', last: row.last, next: row.scanned === limit ? row.reached : null };
}
