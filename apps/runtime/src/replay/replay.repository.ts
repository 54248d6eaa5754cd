import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Problem } from '#libs/core/http';
import { Database, lockKey, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { addReplayDay, ReplayKey, type ReplaySession } from '#libs/sites/replay';
import type { MaskedChunk } from './masking/mask-thread-messages.js';
import { packRegions, unpackRegions } from './masking/packed-regions.js';
import type { StoredRegions } from './masking/mask-nodes.js';
import { SESSION_MAX_BYTES, SESSION_MAX_MS } from './replay-limits.js';
import {
  type ChunkPlace,
  countSessions,
  findAround,
  findSession,
  insertChunk,
  insertSession,
  type KnownSession,
} from './replay.sql.js';

const DAY_MS = 86_400_000;
/** The row belongs to no day: a violated check. */
const NO_PARTITION = '23514';

/** Values of a recording that its first chunk brings. */
export type NewReplay = Pick<ReplaySession, 'sessionId' | 'visitorId' | 'pageId'>;

/** The state before a chunk. */
export interface Before {
  isKnown: boolean;
  /** Null if the chunk before this one is not stored. */
  regions: StoredRegions | null;
}

/** Recordings as the runtime writes them. */
@Injectable()
export class ReplayRepository {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {}

  /** @throws Problem PayloadTooLarge for a recording that is full */
  async findBefore(place: ChunkPlace & { tenantId: TenantId }): Promise<Before> {
    return this.database.tenants([place.tenantId], async (tx) => {
      const session = await findSession(tx, place.tenantId, place.replayId, yesterday());
      if (!session) return { isKnown: false, regions: null };
      const { isKnown, before } = await findAround(tx, place, session.day);
      if (isKnown) return { isKnown, regions: null };
      requireRoom(session, { bytes: 1, from: session.firstEventAt, to: session.lastEventAt });
      const key = ReplayKey.of(this.secrets, session);
      return { isKnown, regions: before && unpackRegions(key.openRegions(before)) };
    });
  }

  /**
   * Stores a chunk once, and the recording with its first one.
   * @param mostADay recordings of the tenant that may begin in a day; null for any number
   * @throws Problem PayloadTooLarge beyond the limits of a recording, QuotaExceeded beyond those of the tenant
   */
  async insert(
    place: ChunkPlace & { tenantId: TenantId },
    chunk: MaskedChunk,
    replay: NewReplay,
    mostADay: number | null,
  ): Promise<void> {
    const write = (): Promise<void> =>
      this.database.tenants([place.tenantId], (tx) => this.write(tx, place, chunk, replay, mostADay));
    try {
      await write();
    } catch (error) {
      if ((error as { code?: string }).code !== NO_PARTITION) throw error;
      await this.database.statement((pool) => addReplayDay(pool, today()));
      await write();
    }
  }

  private async write(
    tx: PoolClient,
    place: ChunkPlace & { tenantId: TenantId },
    chunk: MaskedChunk,
    replay: NewReplay,
    mostADay: number | null,
  ): Promise<void> {
    const { tenantId, replayId } = place;
    await lockKey(tx, 'replay sessions', `${tenantId} ${replayId}`);
    const found = await findSession(tx, tenantId, replayId, yesterday());
    if (found && (await findAround(tx, place, found.day)).isKnown) return;
    const session = found ?? (await this.begin(tx, place, chunk, replay, mostADay));
    requireRoom(session, chunk);
    const key = ReplayKey.of(this.secrets, session);
    await insertChunk(tx, {
      ...place,
      day: session.day,
      firstEventAt: chunk.from,
      lastEventAt: chunk.to,
      events: chunk.events,
      bytes: chunk.bytes,
      content: key.sealContent(chunk.content),
      regions: key.sealRegions(packRegions(chunk.regions)),
    });
  }

  private async begin(
    tx: PoolClient,
    { tenantId, replayId: id }: ChunkPlace & { tenantId: TenantId },
    { from, to, address }: MaskedChunk,
    replay: NewReplay,
    mostADay: number | null,
  ): Promise<KnownSession> {
    const day = today();
    if (mostADay !== null && (await countSessions(tx, tenantId, day, mostADay)) >= mostADay) throw tooMany();
    const now = new Date();
    const session = {
      ...replay,
      tenantId,
      day,
      id,
      sealedKey: ReplayKey.generate(this.secrets, { tenantId, id }).sealed,
      address: address?.slice(0, 2_048) ?? null,
      startedAt: now,
      lastAt: now,
      firstEventAt: from,
      lastEventAt: to,
      chunks: 0,
      events: 0,
      bytes: 0,
    };
    await insertSession(tx, session);
    return session;
  }
}

/** @throws Problem PayloadTooLarge */
function requireRoom(session: KnownSession, { bytes, from, to }: Pick<MaskedChunk, 'bytes' | 'from' | 'to'>): void {
  const span = Math.max(session.lastEventAt, to) - Math.min(session.firstEventAt, from);
  if (session.bytes + bytes > SESSION_MAX_BYTES)
    throw new Problem('PayloadTooLarge', { message: 'A gravação chegou a 10 MB.' });
  if (span > SESSION_MAX_MS) throw new Problem('PayloadTooLarge', { message: 'A gravação chegou a 30 minutos.' });
}

function tooMany(): Problem {
  const seconds = Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1_000);
  return new Problem('QuotaExceeded', {
    message: 'As gravações do dia terminaram.',
    headers: { 'Retry-After': String(seconds) },
  });
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const today = (): string => dayOf(Date.now());
/** A recording may go on after midnight. */
const yesterday = (): string => dayOf(Date.now() - DAY_MS);
