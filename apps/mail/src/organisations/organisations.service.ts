import { Injectable } from '@nestjs/common';
import { isUuid } from '#libs/core/http';
import { Database, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import type { Organisation } from './organisation.entity.js';
import { type CountedOrganisation, OrganisationRepository } from './organisation.repository.js';

/** The organisations of a tenant. Every tenant has one. */
@Injectable()
export class OrganisationsService {
  constructor(
    private readonly database: Database,
    private readonly organisations: OrganisationRepository,
  ) {}

  async listPage(tenantId: TenantId, page: KeysetRequest): Promise<KeysetPage<CountedOrganisation>> {
    return this.database.tenant(tenantId, async (tx) => {
      await this.organisations.findOrInsertOwn(tx, tenantId);
      return this.organisations.listPage(tx, tenantId, page);
    });
  }

  async find(tenantId: TenantId, id: string): Promise<Organisation | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, (tx) => this.organisations.find(tx, tenantId, id));
  }
}
