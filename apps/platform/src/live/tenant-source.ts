import type { ServerEvent } from '#libs/core/http';
import type { LiveReading, LiveSource } from '#libs/core/live';
import { TenantChange } from '../tenant-changes/tenant-change.js';
import { streamOf } from '../tenant-changes/tenant-stream.js';

/** Everything may have changed. */
const TENANT_CHANGED: ServerEvent = { event: 'tenant.changed', data: {} };

/** Tells listeners of a tenant ids and numbers, which nothing is read for. */
export class TenantSource implements LiveSource<TenantChange> {
  readonly stream: string;
  readonly changed = TENANT_CHANGED;

  constructor(tenantId: string) {
    this.stream = streamOf(tenantId);
  }

  changeOf(text: string): TenantChange {
    return TenantChange.ofText(text);
  }

  async read({ kinds, isLarge }: TenantChange): Promise<LiveReading> {
    const events = [...kinds].map(([event, { ids, count }]) => ({ event, data: { Ids: [...ids], Count: count } }));
    return {
      events: isLarge ? [...events, TENANT_CHANGED] : events,
      state: [],
      difference: () => [],
    };
  }
}
