import { Injectable } from '@nestjs/common';

/** How long a tenant is passed over: often enough for it to go on soon, seldom enough to cost nothing. */
const PAUSE_MS = 1_000;

/** A tenant whose jobs of one kind are passed over for now. */
export interface PausedTenant {
  kind: string;
  tenantId: string;
}

/**
 * Tenants whose jobs a handler has just postponed untried. To dispatch the rest of their jobs would only postpone them,
 * too, as fast as workers can; so a tenant's next chunks are dispatched a moment later.
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
