import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';

/** @throws Problem Conflict if the list is needed */
export type ListUseCheck = (tx: EntityManager, tenantId: TenantId, listId: Id<'lst'>) => Promise<void>;

/** Keeps lists that are needed from being deleted. Features that need lists add their checks when the app starts. */
@Injectable()
export class ListUses {
  private readonly checks: ListUseCheck[] = [];

  add(check: ListUseCheck): void {
    this.checks.push(check);
  }

  /** @throws Problem Conflict if a feature needs the list */
  async requireUnused(tx: EntityManager, tenantId: TenantId, listId: Id<'lst'>): Promise<void> {
    for (const check of this.checks) await check(tx, tenantId, listId);
  }
}
