import type { RecentTime } from './recent-time.js';
import type { RenderCall } from './render-call.js';

/** Characters of templates and data that wait: of one tenant and of all. */
const MAX_OF_TENANT = 16_000_000;
const MAX_OF_ALL = 64_000_000;

/** Calls that wait for a thread. The next is of the tenant that has used the least time lately; within a tenant the oldest. */
export class RenderQueue {
  private readonly lines = new Map<string, RenderCall[]>();
  private readonly sizes = new Map<string, number>();
  private size = 0;

  constructor(private readonly recent: RecentTime) {}

  /** Whether a call may wait beside those that do. */
  hasRoomFor({ tenantId, size }: RenderCall): boolean {
    const ofTenant = this.sizes.get(tenantId) ?? 0;
    // A tenant without a waiting call may always have one, however long the lines of the others are.
    return ofTenant === 0 || (ofTenant + size <= MAX_OF_TENANT && this.size + size <= MAX_OF_ALL);
  }

  add(call: RenderCall): void {
    this.lineOf(call).push(call);
    this.count(call, call.size);
  }

  /** Puts back a call that has begun: it goes before the others of its tenant. */
  putBack(call: RenderCall): void {
    this.lineOf(call).unshift(call);
    this.count(call, call.size);
  }

  delete(call: RenderCall): void {
    const line = this.lineOf(call);
    const at = line.indexOf(call);
    if (at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.lines.delete(call.tenantId);
    this.count(call, -call.size);
  }

  /** Takes the next call of the tenants that may have a thread now. */
  take(mayHaveThread: (tenantId: string) => boolean): RenderCall | undefined {
    let best: RenderCall | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [tenantId, [first]] of this.lines) {
      const used = this.recent.of(tenantId);
      if (!first || used >= least || !mayHaveThread(tenantId)) continue;
      best = first;
      least = used;
    }
    if (best) this.delete(best);
    return best;
  }

  /** All calls, in no order. */
  clear(): RenderCall[] {
    const calls = [...this.lines.values()].flat();
    for (const call of calls) this.delete(call);
    return calls;
  }

  private lineOf({ tenantId }: RenderCall): RenderCall[] {
    const known = this.lines.get(tenantId);
    if (known) return known;
    const line: RenderCall[] = [];
    this.lines.set(tenantId, line);
    return line;
  }

  private count({ tenantId }: RenderCall, change: number): void {
    const size = (this.sizes.get(tenantId) ?? 0) + change;
    if (size > 0) this.sizes.set(tenantId, size);
    else this.sizes.delete(tenantId);
    this.size += change;
  }
}
