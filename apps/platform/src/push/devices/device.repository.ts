import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Page, TenantId } from '#libs/persistence';
import type { PushPlatform } from '#libs/push';
import type { Device } from './device.js';
import type { DeviceToken } from './device-token.js';

const COLUMNS = `id, position::float8 as position, platform, token, active, created_at as "createdAt",
  last_seen_at as "lastSeenAt"`;

/** Devices, inside a tenant's transaction. */
@Injectable()
export class DeviceRepository {
  /** Adds a device, or brings the one with this token back. */
  async save(
    tx: EntityManager,
    tenantId: TenantId,
    position: number,
    platform: PushPlatform,
    token: DeviceToken,
  ): Promise<Device> {
    const [row] = await tx.query<[Device]>(
      `insert into push_device (tenant_id, position, platform, token, token_hash) values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, token_hash) do update
         set platform = excluded.platform, token = excluded.token, active = true, last_seen_at = now()
       returning ${COLUMNS}`,
      [tenantId, position, platform, token.text, token.hash],
    );
    return row;
  }

  /** A page of devices, newest first. */
  async page(tx: EntityManager, tenantId: TenantId, cursor: number | undefined, limit: number): Promise<Page<Device>> {
    const rows = await tx.query<Device[]>(
      `select ${COLUMNS} from push_device where tenant_id = $1 and position < $2 order by position desc limit $3`,
      [tenantId, cursor || Number.MAX_SAFE_INTEGER, limit + 1],
    );
    const hasMore = rows.length > limit;
    const items = rows.slice(0, limit);
    return { items, hasMore, nextCursor: hasMore ? (items.at(-1)?.position ?? 0) : 0 };
  }

  async findByIds(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Device[]> {
    return tx.query(`select ${COLUMNS} from push_device where tenant_id = $1 and id = any($2::uuid[])`, [
      tenantId,
      ids,
    ]);
  }

  /** Those of the devices that are known, each with the hash that found it (hexadecimal). */
  async findByTokens(
    tx: EntityManager,
    tenantId: TenantId,
    hashes: readonly Buffer[],
  ): Promise<(Device & { hash: string })[]> {
    return tx.query(
      `select ${COLUMNS}, encode(token_hash, 'hex') as hash from push_device
       where tenant_id = $1 and token_hash = any($2::bytea[])`,
      [tenantId, hashes],
    );
  }

  /** Those that registered again after `asOf` stay: what was said of them was said before. */
  async deactivate(tx: EntityManager, tenantId: TenantId, ids: readonly string[], asOf: Date): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `update push_device set active = false
       where tenant_id = $1 and id = any($2::uuid[]) and active and last_seen_at <= $3`,
      [tenantId, ids, asOf],
    );
    return count;
  }
}
