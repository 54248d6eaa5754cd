/** Time after which a render counts half. */
const HALF_LIFE_MS = 5_000;
/** A tenant that used more than this lately is heavy. */
const HEAVY_MS = 100;
const FORGET_MS = 1;
const FORGET_ABOVE = 10_000;

/** How much render time each tenant has used lately. */
export class RecentTime {
  private readonly used = new Map<string, { ms: number; at: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  add(tenantId: string, ms: number): void {
    this.used.set(tenantId, { ms: this.of(tenantId) + ms, at: this.now() });
    if (this.used.size > FORGET_ABOVE) this.forget();
  }

  of(tenantId: string): number {
    const used = this.used.get(tenantId);
    return used ? used.ms * 0.5 ** ((this.now() - used.at) / HALF_LIFE_MS) : 0;
  }

  /** @param runningMs time of a render that has not ended */
  isHeavy(tenantId: string, runningMs = 0): boolean {
    return this.of(tenantId) + runningMs > HEAVY_MS;
  }

  private forget(): void {
    for (const tenantId of this.used.keys()) if (this.of(tenantId) < FORGET_MS) this.used.delete(tenantId);
  }
}
