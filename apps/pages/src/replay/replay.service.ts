import { Injectable } from '@nestjs/common';
import { isUuid } from '#libs/core/http';
import { Database, type KeysetPage, type KeysetRequest, listKeysetPage, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { ReplayKey, ReplaySession } from '#libs/sites/replay';
import { type ChunkKey, findSessions, listChunks, readChunks } from './replay.sql.js';

/** Events that are read at once; a single chunk may be longer. */
const READ_BYTES = 1024 * 1024;

export interface ReplayFilter {
  pageId?: string;
  /** Began from then on. */
  from?: Date;
  /** Began before then. */
  until?: Date;
}

/** The recordings of a tenant. */
@Injectable()
export class ReplayService {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {}

  /** A page, newest first. */
  async listPage(
    tenantId: TenantId,
    { pageId, from, until }: ReplayFilter,
    page: KeysetRequest,
  ): Promise<KeysetPage<ReplaySession>> {
    return this.database.tenant(tenantId, async (tx) => {
      const query = tx.createQueryBuilder(ReplaySession, 'replay').where('replay.tenantId = :tenantId', { tenantId });
      if (pageId !== undefined) query.andWhere('replay.pageId = :pageId', { pageId });
      if (from) query.andWhere('replay.startedAt >= :from', { from });
      if (until) query.andWhere('replay.startedAt < :until', { until });
      const { items, ...rest } = await listKeysetPage(query, ['startedAt', 'id'], page);
      const unnamed = items.filter(({ sessionId }) => sessionId === null);
      const sessions = await findSessions(tx, tenantId, unnamed);
      return {
        items: items.map((one) => ({ ...one, sessionId: one.sessionId ?? sessions.get(one.id) ?? null })),
        ...rest,
      };
    });
  }

  async find(tenantId: TenantId, id: string): Promise<ReplaySession | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, (tx) =>
      tx.findOne(ReplaySession, { where: { tenantId, id }, order: { day: 'DESC' } }),
    );
  }

  /** The events as the text of a JSON list, some at a time: no more is in memory than what is being sent. */
  async *readJson(replay: ReplaySession): AsyncGenerator<string | Uint8Array> {
    const chunks = await this.listChunks(replay);
    yield '[';
    for (let at = 0; at < chunks.length;) {
      const keys = nextOf(chunks, at);
      for (const [index, json] of (await this.read(replay, keys)).entries()) {
        if (at + index > 0) yield ',';
        // Without the brackets of its own list.
        yield json.subarray(1, -1);
      }
      at += keys.length;
    }
    yield ']';
  }

  /** The events of some chunks, and the place of the next chunk; null after the last one. */
  async readPage(replay: ReplaySession, at: number): Promise<{ events: object[]; next: number | null }> {
    const chunks = await this.listChunks(replay);
    const keys = nextOf(chunks, at);
    const events = (await this.read(replay, keys)).flatMap((json) => JSON.parse(json.toString()) as object[]);
    const next = at + keys.length;
    return { events, next: next < chunks.length ? next : null };
  }

  private async listChunks(replay: ReplaySession): Promise<ChunkKey[]> {
    return this.database.tenant(replay.tenantId, (tx) => listChunks(tx, replay));
  }

  private async read(replay: ReplaySession, keys: readonly ChunkKey[]): Promise<Buffer[]> {
    if (keys.length === 0) return [];
    const key = ReplayKey.of(this.secrets, replay);
    const chunks = await this.database.tenant(replay.tenantId, (tx) => readChunks(tx, replay, keys));
    return Promise.all(chunks.map((chunk) => key.openContent(chunk)));
  }
}

/** At least one chunk, unless there are no more. */
function nextOf(chunks: readonly ChunkKey[], at: number): ChunkKey[] {
  let bytes = 0;
  const end = chunks.findIndex((chunk, index) => index >= at && (bytes += chunk.bytes) > READ_BYTES && index > at);
  return chunks.slice(at, end < 0 ? undefined : end);
}
