import { Problem } from '#libs/core/http';

interface RunningSlotsOptions {
  /** At a time of one tenant, in this process. */
  perTenant: number;
  /** Answer to a caller beyond it. */
  tenantIsBusy: () => Problem;
  /** At a time in this process. */
  inAll: number;
  allAreBusy: () => Problem;
}

const RETRY_AFTER_SECONDS = 30;

/** Limits how much long work runs at a time, so that it leaves connections and time to the other calls. */
export class RunningSlots {
  private readonly running = new Map<string, number>();
  private inAll = 0;

  constructor(private readonly options: RunningSlotsOptions) {}

  /**
   * Acquires a slot; returns what releases it.
   * @throws Problem as the options say, if none is free
   */
  acquire(tenantId: string): () => void {
    const ofTenant = this.running.get(tenantId) ?? 0;
    if (ofTenant >= this.options.perTenant) throw this.options.tenantIsBusy();
    if (this.inAll >= this.options.inAll) throw this.options.allAreBusy();
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

/** The answer to a caller who finds no free slot. */
export const slotsBusy = (message: string, retryAfterSeconds = RETRY_AFTER_SECONDS): Problem =>
  new Problem('Throttling', { message, headers: { 'Retry-After': String(retryAfterSeconds) } });
