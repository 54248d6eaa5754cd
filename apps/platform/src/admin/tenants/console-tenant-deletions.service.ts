import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/core/persistence';
import { IdentityGateway } from '../../auth/identity-gateway.js';
import type { ConsoleTenantDeletion } from './console-tenant-deletion.js';

interface DeletionPage {
  deletions: ConsoleTenantDeletion[];
  nextCursor: number;
  hasMore: boolean;
}

/** The deletions of tenants, which identity keeps. */
@Injectable()
export class ConsoleTenantDeletions {
  constructor(private readonly identity: IdentityGateway) {}

  /** Newest first; also those that are finished. */
  async listPage({ cursor = 0, limit }: PageRequest): Promise<Page<ConsoleTenantDeletion>> {
    const query = new URLSearchParams({ cursor: `${cursor}`, limit: `${limit}` });
    const path = `/internal/console/tenant-deletions?${query}`;
    const { deletions, ...page } = await this.identity.request<DeletionPage>('GET', path);
    return { items: deletions, ...page };
  }
}
