import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { TenantId } from '#libs/core/persistence';

const MAX_TENANTS = 50_000;

/** Tenants whose plan keeps no more events this month, as far as this process knows. */
@Injectable()
export class OverQuota {
  private readonly months = new LRUCache<TenantId, string>({ max: MAX_TENANTS });

  has(tenantId: TenantId): boolean {
    return this.months.get(tenantId) === monthNow();
  }

  set(tenantId: TenantId, isOver: boolean): void {
    if (isOver) this.months.set(tenantId, monthNow());
    else this.months.delete(tenantId);
  }
}

const monthNow = (): string => new Date().toISOString().slice(0, 7);
