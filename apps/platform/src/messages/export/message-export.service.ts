import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { v7 } from 'uuid';
import { recordAudit } from '#libs/audit';
import { invalidField, Problem } from '#libs/http';
import { Database, isRetryable, isUnavailable, type TenantId } from '#libs/persistence';
import { CHANNEL_PREFIX, CHANNELS, type Channel } from '../message.js';
import type { MessageFilter } from '../message-filter.sql.js';
import { MessagesService, type Reader } from '../messages.service.js';
import type { ExportMessagesQuery } from './export-messages.query.js';
import { type ExportedMessages, type ExportRange, findCut, rangeAfter, readExport } from './message-export.sql.js';

/** Characters of the lines of one part, about. Three are in memory: one is sent while others are read. */
const READ_CHARACTERS = 1_500_000;
const READ_AT_ONCE = 2;
/** Messages that one statement reads. */
const READ_FIRST = 1_000;
const READ_LEAST = 100;
const READ_MOST = 10_000;

/** An export that may begin. */
export interface MessageExport {
  /** Lines of JSON, some at a time. */
  chunks: AsyncGenerator<string>;
  /** The last message so far; null before the first. */
  last: () => string | null;
}

/**
 * The messages of a tenant as a file: oldest first, channel by channel. Each part is a transaction of its own, so that none is
 * open while a client reads.
 */
@Injectable()
export class MessageExportService {
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesService,
  ) {}

  /**
   * Records an export in the audit log, and returns it.
   * @param allowed the channels that the credential may read
   * @throws Problem InvalidParameter if `after` is of another channel, ServiceUnavailable if the log takes no entry:
   * nothing leaves without one
   */
  async start(
    reader: Reader,
    query: ExportMessagesQuery,
    allowed: readonly Channel[] = CHANNELS,
  ): Promise<MessageExport> {
    const channels = allowed.filter((channel) => query.channel === undefined || channel === query.channel);
    const from =
      query.after === undefined ? 0 : channels.findIndex((one) => query.after?.startsWith(CHANNEL_PREFIX[one]));
    if (from < 0)
      throw invalidField('InvalidParameter', 'after', 'must be a message of the channels that are exported');
    await this.record(reader.tenant.id, query);
    const filter = this.messages.filterFor(reader, query);
    let last: string | null = null;
    const chunks = filter
      ? this.read(reader.tenant.id, channels.slice(from), filter, query.after ?? null, (id) => (last = id))
      : nothing();
    return { chunks, last: () => last };
  }

  private async *read(
    tenantId: TenantId,
    channels: readonly Channel[],
    filter: Omit<MessageFilter, 'channel'>,
    after: string | null,
    reached: (id: string) => void,
  ): AsyncGenerator<string> {
    let from = after;
    for (const channel of channels) {
      for await (const { lines, last } of this.readChannel(tenantId, { ...filter, channel }, from)) {
        yield lines;
        if (last !== null) reached(last);
      }
      from = null;
    }
  }

  /** Two parts are read at a time, on two connections, while the client takes the one before: Postgres' work is the most. */
  private async *readChannel(
    tenantId: TenantId,
    filter: MessageFilter,
    after: string | null,
  ): AsyncGenerator<ExportedMessages> {
    const inTenant = <T>(work: (client: PoolClient) => Promise<T>) => this.database.tenants([tenantId], work);
    let left: ExportRange | null = rangeAfter(filter.channel, after);
    let limit = READ_FIRST;
    const reading: { of: number; read: Promise<ExportedMessages> }[] = [];
    const readNext = async (range: ExportRange): Promise<ExportRange | null> => {
      const cut = await inTenant((client) => findCut(client, tenantId, filter, range, limit));
      const part = { ...range, before: cut ?? range.before };
      const read = inTenant((client) => readExport(client, tenantId, filter, part));
      // It fails where it is awaited; nobody awaits it once the client has gone.
      read.catch(() => {});
      reading.push({ of: limit, read });
      return cut === null ? null : { ...range, from: cut };
    };
    for (;;) {
      while (left && reading.length < READ_AT_ONCE) left = await readNext(left);
      const next = reading.shift();
      if (!next) return;
      const messages = await next.read;
      limit = nextLimit(next.of, messages.lines.length);
      if (left) left = await readNext(left);
      yield messages;
    }
  }

  /** Names the filters, but not what is looked for, which may be an address. */
  private async record(tenantId: TenantId, { format, after, ...filters }: ExportMessagesQuery): Promise<void> {
    const names = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const object = { type: 'message-export', id: v7() };
    const details = { format, filters: names, ...(after === undefined ? {} : { resumedAfter: after }) };
    try {
      await this.database.tenant(tenantId, (tx) =>
        recordAudit(tx, { action: 'message.exported', object, tenantId, after: details }),
      );
    } catch (cause) {
      if (isRetryable(cause) || isUnavailable(cause)) throw cause;
      throw new Problem('ServiceUnavailable', { message: 'The audit log is not available. Try again later', cause });
    }
  }
}

/** So many that their lines are about as long as is read at a time. */
function nextLimit(limit: number, length: number): number {
  const wanted = length === 0 ? READ_MOST : Math.floor((limit * READ_CHARACTERS) / length);
  return Math.max(READ_LEAST, Math.min(READ_MOST, limit * 4, wanted));
}

async function* nothing(): AsyncGenerator<string> {}
