import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { Database, startBefore, toPage, type Page } from '#libs/core/persistence';
import {
  ConsoleTenantRepository,
  type ConsoleTenant,
  type ConsoleTenantFilter,
  type TenantCounts,
} from './console-tenant.repository.js';

/** The tenants of the whole platform, for operators. */
@Injectable()
export class ConsoleTenantsService {
  constructor(
    private readonly database: Database,
    private readonly tenants: ConsoleTenantRepository,
  ) {}

  /** Newest first. */
  async list(
    filter: Omit<ConsoleTenantFilter, 'before'>,
    cursor: number | undefined,
    limit: number,
  ): Promise<Page<ConsoleTenant>> {
    const wanted = { ...filter, before: startBefore('acc', cursor) };
    return toPage(await this.database.statement((pool) => this.tenants.listPage(pool, wanted, limit)), limit);
  }

  /** @throws Problem NotFound */
  async get(id: string): Promise<ConsoleTenant> {
    const tenant = await this.database.statement((pool) => this.tenants.find(pool, id));
    if (!tenant) throw new Problem('NotFound');
    return tenant;
  }

  /** How many tenants have which status. */
  count(): Promise<TenantCounts> {
    return this.database.statement((pool) => this.tenants.count(pool));
  }
}
