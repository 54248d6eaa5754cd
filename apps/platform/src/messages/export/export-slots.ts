import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import type { TenantId } from '#libs/persistence';

/** Exports that run at a time in a process: of one tenant, and of all. */
const PER_TENANT = 2;
const IN_ALL = 8;
const RETRY_AFTER_SECONDS = 30;

/** Limits how many exports run at a time, so that they leave connections and time to the other calls. */
@Injectable()
export class ExportSlots {
  private readonly running = new Map<TenantId, number>();
  private inAll = 0;

  /**
   * Acquires a slot; returns what releases it.
   * @throws Problem Throttling if none is free
   */
  acquire(tenantId: TenantId): () => void {
    const ofTenant = this.running.get(tenantId) ?? 0;
    if (ofTenant >= PER_TENANT || this.inAll >= IN_ALL) {
      throw new Problem('Throttling', {
        message: `At most ${PER_TENANT} exports of an account run at a time. Try again later`,
        headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      });
    }
    this.running.set(tenantId, ofTenant + 1);
    this.inAll += 1;
    return () => this.release(tenantId);
  }

  private release(tenantId: TenantId): void {
    const left = (this.running.get(tenantId) ?? 1) - 1;
    if (left === 0) this.running.delete(tenantId);
    else this.running.set(tenantId, left);
    this.inAll -= 1;
  }
}
