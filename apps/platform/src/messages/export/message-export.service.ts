import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { v7 } from 'uuid';
import { recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Places, RunningSlots, slotsBusy } from '#libs/core/limits';
import { Database, idsOfPage, isRetryable, isUnavailable, type TenantId } from '#libs/core/persistence';
import { CHANNEL_PREFIX, CHANNELS, type Channel } from '../../channel.js';
import type { MessageFilter } from '../message-filter.sql.js';
import { MessagesService, type Reader } from '../messages.service.js';
import { ExportCursors } from './export-cursors.js';
import type { ExportMessagesQuery } from './export-messages.query.js';
import { channelOfId, planAfter, planFrom, type ExportPlan } from './export-plan.js';
import { type ExportRange, findCut, readExport } from './message-export.sql.js';

/** Characters of the lines of one part, about. Three are in memory: one is sent while others are read. */
const READ_CHARACTERS = 1_500_000;
const READ_AT_ONCE = 2;
/** Messages that one statement reads. */
const READ_FIRST = 1_000;
const READ_LEAST = 100;
const READ_MOST = 10_000;

/** Parts of all exports that are read at a time; further ones wait. Each takes a connection of the database. */
const READ_AT_ONCE_IN_ALL = 8;
/** Exports of one tenant at a time. */
const PER_TENANT = 2;

/** An export that may begin. */
export interface MessageExport {
  /** Lines of JSON, some at a time. */
  chunks: AsyncGenerator<string>;
  /** Start of the next export, after a file that is whole. */
  cursor: string;
}

/**
 * The messages of a tenant as a file: oldest first, channel by channel. Each part is a transaction of its own, so that none is
 * open while a client reads.
 */
@Injectable()
export class MessageExportService {
  /** They take no connection of the database while a client reads; each has some megabytes in memory. */
  readonly slots = new RunningSlots({
    perTenant: PER_TENANT,
    tenantIsBusy: () =>
      slotsBusy(`At most ${PER_TENANT} exports of your account run at a time. Try again when one has ended`),
    inAll: 100,
    allAreBusy: () => slotsBusy('The server runs as many exports of other accounts as it can. Try again later'),
  });

  private readonly places = new Places(READ_AT_ONCE_IN_ALL);

  constructor(
    private readonly database: Database,
    private readonly messages: MessagesService,
    private readonly cursors: ExportCursors,
  ) {}

  /**
   * Records an export in the audit log, and returns it.
   * @param allowed the channels that the credential may read
   * @throws Problem InvalidParameter if `after` is invalid or of another channel, ServiceUnavailable if the log takes no
   * entry: nothing leaves without one
   */
  async start(
    reader: Reader,
    query: ExportMessagesQuery,
    allowed: readonly Channel[] = CHANNELS,
  ): Promise<MessageExport> {
    const tenantId = reader.tenant.id;
    const channels = allowed.filter((channel) => query.channel === undefined || channel === query.channel);
    const { ranges, next } = this.plan(tenantId, channels, query.after);
    const filter = this.messages.filterFor(reader, query);
    await this.record(tenantId, query);
    const chunks = filter ? this.read(tenantId, ranges, filter) : nothing();
    return { chunks, cursor: this.cursors.seal(tenantId, next) };
  }

  private plan(tenantId: TenantId, channels: readonly Channel[], after: string | undefined): ExportPlan {
    const now = new Date();
    if (after === undefined) return planFrom(channels, {}, now);
    if (channelOfId(after)) return planAfter(channels, after, now);
    return planFrom(channels, this.cursors.open(tenantId, after), now);
  }

  private async *read(
    tenantId: TenantId,
    ranges: ExportPlan['ranges'],
    filter: Omit<MessageFilter, 'channel'>,
  ): AsyncGenerator<string> {
    for (const { channel, range } of ranges) {
      const { first, before } = idsOfPage(CHANNEL_PREFIX[channel], {}, filter.acceptedIn);
      const asked = { from: latest(range.from, first), before: earliest(range.before, before) };
      yield* this.readChannel(tenantId, { ...filter, channel }, asked);
    }
  }

  /** Two parts are read at a time, on two connections, while the client takes the one before: Postgres' work is the most. */
  private async *readChannel(tenantId: TenantId, filter: MessageFilter, all: ExportRange): AsyncGenerator<string> {
    const inTenant = <T>(work: (client: PoolClient) => Promise<T>) =>
      this.places.run(() => this.database.tenants([tenantId], work));
    let left: ExportRange | null = all;
    let limit = READ_FIRST;
    const reading: { of: number; read: Promise<string> }[] = [];
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
      const lines = await next.read;
      limit = nextLimit(next.of, lines.length);
      if (left) left = await readNext(left);
      yield lines;
    }
  }

  /** Names the filters, but not what is looked for, which may be an address. */
  private async record(tenantId: TenantId, { format, after, ...filters }: ExportMessagesQuery): Promise<void> {
    const names = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const object = { type: 'message-export', id: v7() };
    const details = { format, filters: names, ...(after && { after: channelOfId(after) ? after : 'cursor' }) };
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

/** Number of messages whose lines are about as long as is read at a time. */
function nextLimit(limit: number, length: number): number {
  const wanted = length === 0 ? READ_MOST : Math.floor((limit * READ_CHARACTERS) / length);
  return Math.max(READ_LEAST, Math.min(READ_MOST, limit * 4, wanted));
}

const latest = (a: string, b: string): string => (a > b ? a : b);
const earliest = (a: string, b: string): string => (a < b ? a : b);

async function* nothing(): AsyncGenerator<string> {}
