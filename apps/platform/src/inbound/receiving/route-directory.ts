import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/persistence';
import { domainOf } from '#libs/mail/email';
import { toDomainName } from '#libs/messaging/domains';
import { listReceivingRoutes, type ReceivingRoute } from '../routes/inbound-routes.sql.js';
import { matchRoute, type RouteMatch } from '../routes/route-match.js';

/** Answer of the routes for an address: the one that takes it, or that none does, or that its domain has none. */
export type RouteOfAddress = RouteMatch<ReceivingRoute> | 'no address' | 'no domain';

/** Finds the routes of addresses. */
@Injectable()
export class RouteDirectory {
  constructor(private readonly database: Database) {}

  /** @throws DatabaseUnavailable */
  async find(address: string): Promise<RouteOfAddress> {
    const domain = toDomainName(domainOf(address));
    if (!domain) return 'no domain';
    const routes = await this.database.statement((pool) => listReceivingRoutes(pool, domain));
    if (routes.length === 0) return 'no domain';
    return matchRoute(routes, address.slice(0, address.lastIndexOf('@'))) ?? 'no address';
  }
}
