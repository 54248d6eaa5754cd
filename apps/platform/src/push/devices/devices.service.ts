import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid, Problem } from '#libs/core/http';
import {
  type BoundedCount,
  Database,
  nextPosition,
  type Page,
  type PageRequest,
  type TenantId,
} from '#libs/core/persistence';
import { InvalidSubscription, type PushPlatform } from '#libs/messaging/push';
import { hashOfToken, parseToken, type DeviceToken } from './device-token.js';
import { DeviceRepository } from './device.repository.js';
import type { PushDevice } from './push-device.entity.js';

/** The devices of a tenant. */
@Injectable()
export class DevicesService {
  constructor(
    private readonly database: Database,
    private readonly devices: DeviceRepository,
  ) {}

  /** Registers a device, or activates the one with this token. @throws Problem InvalidParameter (422) for the token */
  async register(tenantId: TenantId, platform: PushPlatform, token: string): Promise<PushDevice> {
    const read = checked(platform, token);
    return this.database.tenant(tenantId, (tx) => this.devices.upsert(tx, tenantId, nextPosition(), platform, read));
  }

  async listPage(tenantId: TenantId, request: PageRequest): Promise<Page<PushDevice>> {
    return this.database.tenant(tenantId, (tx) => this.devices.listPage(tx, tenantId, request));
  }

  async count(tenantId: TenantId): Promise<BoundedCount> {
    return this.database.tenant(tenantId, (tx) => this.devices.count(tx, tenantId));
  }

  async find(tenantId: TenantId, id: string): Promise<PushDevice | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, (tx) => this.devices.find(tx, tenantId, id));
  }

  /** Deletes a device with its token. Its messages that wait fail. */
  async delete({ tenantId, id }: PushDevice): Promise<void> {
    await this.database.tenant(tenantId, (tx) => this.devices.delete(tx, tenantId, id));
  }

  /**
   * The devices by the texts that name them: a full token or the id of a device. Unknown texts are left out; inactive
   * devices are not.
   */
  async resolve(
    tx: EntityManager,
    tenantId: TenantId,
    references: readonly string[],
  ): Promise<Map<string, PushDevice>> {
    const ids = references.filter(isUuid);
    const hashes = new Map(references.map((reference) => [reference, hashOfToken(reference)]));
    const byId = new Map((await this.devices.listByIds(tx, tenantId, ids)).map((device) => [device.id, device]));
    const found = await this.devices.listByTokens(tx, tenantId, [...hashes.values()]);
    const byHash = new Map(found.map((device) => [device.tokenHash.toString('hex'), device]));
    const resolved = new Map<string, PushDevice>();
    for (const [reference, hash] of hashes) {
      const device = byHash.get(hash.toString('hex')) ?? byId.get(reference.toLowerCase());
      if (device) resolved.set(reference, device);
    }
    return resolved;
  }

  /** Deactivates devices that a push service reported as gone, in a send that started at `asOf`. */
  async deactivate(tx: EntityManager, tenantId: TenantId, ids: readonly string[], asOf: Date): Promise<void> {
    await this.devices.deactivate(tx, tenantId, ids, asOf);
  }
}

function checked(platform: PushPlatform, token: string): DeviceToken {
  try {
    return parseToken(platform, token);
  } catch (error) {
    if (!(error instanceof InvalidSubscription)) throw error;
    throw new Problem('InvalidParameter', {
      message: `Token ${error.message}`,
      details: [{ Field: 'Token', Message: error.message }],
      cause: error,
    });
  }
}
