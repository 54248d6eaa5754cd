import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import {
  type BoundedCount,
  countBounded,
  listKeysetPage,
  returned,
  type Page,
  type PageRequest,
  type TenantId,
} from '#libs/core/persistence';
import type { PushPlatform } from '#libs/messaging/push';
import type { DeviceToken } from './device-token.js';
import { PushDevice } from './push-device.entity.js';

/** The rows of devices. */
@Injectable()
export class DeviceRepository {
  /** Inserts a device, or activates the one with this token. */
  async upsert(
    tx: EntityManager,
    tenantId: TenantId,
    position: number,
    platform: PushPlatform,
    { text: token, hash: tokenHash }: DeviceToken,
  ): Promise<PushDevice> {
    const lastSeenAt = new Date();
    const insert = tx
      .createQueryBuilder()
      .insert()
      .into(PushDevice)
      .values({ tenantId, id: uuidv7(), position, platform, token, tokenHash, active: true, lastSeenAt })
      .orUpdate(['platform', 'token', 'active', 'last_seen_at'], ['tenant_id', 'token_hash']);
    const [device] = returned(tx, PushDevice, await insert.returning('*').execute());
    return device as PushDevice;
  }

  /** Newest first, or oldest; the cursor is the position of the last device shown. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    { cursor, limit, order }: PageRequest,
  ): Promise<Page<PushDevice>> {
    const query = tx.createQueryBuilder(PushDevice, 'device').where({ tenantId });
    const after = cursor ? [cursor] : undefined;
    const { items, next } = await listKeysetPage(query, ['position'], {
      limit,
      after,
      order: { by: ['position'], direction: order?.direction ?? 'desc' },
    });
    return { items, hasMore: next !== null, nextCursor: next ? Number(next[0]) : 0 };
  }

  async count(tx: EntityManager, tenantId: TenantId): Promise<BoundedCount> {
    return countBounded(tx.createQueryBuilder(PushDevice, 'device').where({ tenantId }));
  }

  async listByIds(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<PushDevice[]> {
    return tx.findBy(PushDevice, { tenantId, id: In(ids) });
  }

  async listByTokens(tx: EntityManager, tenantId: TenantId, hashes: readonly Buffer[]): Promise<PushDevice[]> {
    return tx.findBy(PushDevice, { tenantId, tokenHash: In(hashes) });
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<PushDevice | null> {
    return tx.findOneBy(PushDevice, { tenantId, id });
  }

  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.delete(PushDevice, { tenantId, id });
  }

  /** Deactivates devices, but those that registered again after `asOf`. Returns how many. */
  async deactivate(tx: EntityManager, tenantId: TenantId, ids: readonly string[], asOf: Date): Promise<number> {
    const condition = { tenantId, id: In(ids), active: true, lastSeenAt: LessThanOrEqual(asOf) };
    return (await tx.update(PushDevice, condition, { active: false })).affected ?? 0;
  }
}
