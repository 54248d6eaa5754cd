import { Injectable } from '@nestjs/common';

/** How long a tenant is paused (milliseconds): short, so that it continues soon, and long enough to cost nothing. */
const PAUSE_MS = 1_000;

/** A tenant whose jobs of one kind are not dispatched for now. */
export interface PausedTenant {
  kind: string;
  tenantId: string;
}

/**
 * Tenants whose jobs a handler has just postponed untried. It would postpone their other jobs, too, so the next chunks of
 * such a tenant are dispatched after a pause.
 */
@Injectable()
export class PausedTenants {
  private readonly until = new Map<string, PausedTenant & { at: number }>();

  pause(kind: string, tenantId: string): void {
    this.until.set(`${kind} ${tenantId}`, { kind, tenantId, at: performance.now() + PAUSE_MS });
  }

  list(): PausedTenant[] {
    const now = performance.now();
    for (const [name, { at }] of this.until) if (at <= now) this.until.delete(name);
    return [...this.until.values()];
  }
}
