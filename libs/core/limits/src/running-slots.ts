import { Problem } from '#libs/core/http';

export interface RunningSlotsOptions {
  /** At a time of one tenant, in this process. */
  perTenant: number;
  /** Message to a caller beyond it. */
  ofTenantMessage: string;
  /** At a time in this process. */
  inAll: number;
  inAllMessage: string;
}

const RETRY_AFTER_SECONDS = 30;

/** Limits how much long work runs at a time, so that it leaves connections and time to the other calls. */
export class RunningSlots {
  private readonly running = new Map<string, number>();
  private inAll = 0;

  constructor(private readonly options: RunningSlotsOptions) {}

  /**
   * Acquires a slot; returns what releases it.
   * @throws Problem Throttling if none is free
   */
  acquire(tenantId: string): () => void {
    const ofTenant = this.running.get(tenantId) ?? 0;
    if (ofTenant >= this.options.perTenant) throw busy(this.options.ofTenantMessage);
    if (this.inAll >= this.options.inAll) throw busy(this.options.inAllMessage);
    this.running.set(tenantId, ofTenant + 1);
    this.inAll += 1;
    return () => this.release(tenantId);
  }

  private release(tenantId: string): void {
    const left = (this.running.get(tenantId) ?? 1) - 1;
    if (left === 0) this.running.delete(tenantId);
    else this.running.set(tenantId, left);
    this.inAll -= 1;
  }
}

const busy = (message: string): Problem =>
  new Problem('Throttling', { message, headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
