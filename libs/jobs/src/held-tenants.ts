import { Injectable } from '@nestjs/common';
import type { Held } from './outbox-line.js';

/** How long a tenant is passed over: often enough for it to go on soon, seldom enough to cost nothing. */
const HELD_MS = 1_000;

/**
 * Tenants whose work a handler has just put off untried. Handing over the rest of their line would only have it put off,
 * too, as fast as workers can; so a tenant's next chunks are asked about a moment later.
 */
@Injectable()
export class HeldTenants {
  private readonly until = new Map<string, { held: Held; at: number }>();

  hold(kind: string, tenantId: string): void {
    this.until.set(`${kind} ${tenantId}`, { held: { kind, tenantId }, at: performance.now() + HELD_MS });
  }

  now(): Held[] {
    const now = performance.now();
    for (const [name, { at }] of this.until) if (at <= now) this.until.delete(name);
    return [...this.until.values()].map(({ held }) => held);
  }
}
