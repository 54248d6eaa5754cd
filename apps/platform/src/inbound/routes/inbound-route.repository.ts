import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockKey, TenantRows, type TenantId } from '#libs/core/persistence';
import { InboundRoute } from './inbound-route.entity.js';

/** The rows of routes. */
@Injectable()
export class InboundRouteRepository extends TenantRows<InboundRoute> {
  constructor() {
    super(InboundRoute, 'irt');
  }

  /** No other transaction counts them until this one ends. */
  async lockAndCount(tx: EntityManager, tenantId: TenantId): Promise<number> {
    await lockKey(tx, 'inbound routes', tenantId);
    return this.count(tx, tenantId);
  }
}
