import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid, Problem } from '#libs/http';
import { Database, nextPosition, type Page, type TenantId } from '#libs/persistence';
import { InvalidSubscription, type PushPlatform } from '#libs/push';
import type { Device } from './device.js';
import { hashOfToken, readToken, type DeviceToken } from './device-token.js';
import { DeviceRepository } from './device.repository.js';

/** The devices of a tenant. */
@Injectable()
export class DevicesService {
  constructor(
    private readonly database: Database,
    private readonly devices: DeviceRepository,
  ) {}

  /** Registers a device, or activates the one with this token. @throws Problem InvalidParameter (422) for the token */
  async register(tenantId: TenantId, platform: PushPlatform, token: string): Promise<Device> {
    const read = checked(platform, token);
    return this.database.tenant(tenantId, (tx) => this.devices.save(tx, tenantId, nextPosition(), platform, read));
  }

  async list(tenantId: TenantId, cursor: number | undefined, limit: number): Promise<Page<Device>> {
    return this.database.tenant(tenantId, (tx) => this.devices.page(tx, tenantId, cursor, limit));
  }

  /**
   * The devices that texts stand for, each a token in full or the id of a device, by that text. A text that stands for
   * none is not in the answer; a device that is not active is.
   */
  async resolve(tx: EntityManager, tenantId: TenantId, references: readonly string[]): Promise<Map<string, Device>> {
    const ids = references.filter(isUuid);
    const hashes = new Map(references.map((reference) => [reference, hashOfToken(reference)]));
    const byId = new Map((await this.devices.findByIds(tx, tenantId, ids)).map((device) => [device.id, device]));
    const found = await this.devices.findByTokens(tx, tenantId, [...hashes.values()]);
    const byHash = new Map(found.map(({ hash, ...device }) => [hash, device]));
    const resolved = new Map<string, Device>();
    for (const [reference, hash] of hashes) {
      const device = byHash.get(hash.toString('hex')) ?? byId.get(reference.toLowerCase());
      if (device) resolved.set(reference, device);
    }
    return resolved;
  }

  /** After a push service said, of a send that began at `asOf`, that it knows these devices no more. */
  async deactivate(tx: EntityManager, tenantId: TenantId, ids: readonly string[], asOf: Date): Promise<void> {
    await this.devices.deactivate(tx, tenantId, ids, asOf);
  }
}

function checked(platform: PushPlatform, token: string): DeviceToken {
  try {
    return readToken(platform, token);
  } catch (error) {
    if (!(error instanceof InvalidSubscription)) throw error;
    throw new Problem('InvalidParameter', {
      message: `Token ${error.message}`,
      details: [{ Field: 'Token', Message: error.message }],
      cause: error,
    });
  }
}
