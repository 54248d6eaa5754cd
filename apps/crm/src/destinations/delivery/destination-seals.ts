import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { TenantKeys } from '../../keys/tenant-keys.js';

const PAYLOAD_PURPOSE = 'destination-payload';
const SECRET_PURPOSE = 'destination-secret';

/** Seals payloads and secrets under the key of their tenant, and opens them to make a delivery. */
@Injectable()
export class DestinationSeals {
  constructor(private readonly keys: TenantKeys) {}

  async sealPayload(tx: EntityManager, tenantId: TenantId, payload: string): Promise<Buffer> {
    return (await this.keys.cipherWithin(tx, tenantId)).seal(PAYLOAD_PURPOSE, payload);
  }

  async sealSecret(tx: EntityManager, tenantId: TenantId, secret: string): Promise<Buffer> {
    return (await this.keys.cipherWithin(tx, tenantId)).seal(SECRET_PURPOSE, secret);
  }

  /** @throws BrokenSeal */
  async openPayload(tenantId: TenantId, sealed: Buffer): Promise<string> {
    return (await this.keys.cipherOf(tenantId)).open(PAYLOAD_PURPOSE, sealed);
  }

  /** @throws BrokenSeal */
  async openSecret(tenantId: TenantId, sealed: Buffer): Promise<string> {
    return (await this.keys.cipherOf(tenantId)).open(SECRET_PURPOSE, sealed);
  }
}
