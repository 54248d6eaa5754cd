import type { OnModuleDestroy } from '@nestjs/common';
import { Every } from '#libs/core/jobs';

/** The last use of a key or session. */
export interface Use<Name> {
  name: Name;
  at: Date;
}

/** Collects last uses and reports them at an interval, in place of a write per request. */
export abstract class LastUse<Name extends string> implements OnModuleDestroy {
  private uses = new Map<Name, Date>();
  /** @param report must be idempotent, and reject if the uses were not stored */
  constructor(
    private readonly report: (uses: Use<Name>[]) => Promise<void>,
    readonly everyMs: number,
  ) {}

  record(name: Name): void {
    this.uses.set(name, new Date());
  }

  /** Reports the collected uses; keeps them for the next time if the report fails. */
  @Every({ every: ({ everyMs }: { everyMs: number }) => everyMs, in: 'all', whileHeld: 'runs' })
  async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    const taken = this.uses;
    this.uses = new Map();
    try {
      await this.report([...taken].map(([name, at]) => ({ name, at })));
    } catch {
      for (const [name, at] of taken) if (!this.uses.has(name)) this.uses.set(name, at);
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.flush();
  }
}
