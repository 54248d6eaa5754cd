import type { OnModuleDestroy } from '@nestjs/common';
import { Every } from '#libs/jobs';

/** When something was last used. */
export interface Use<Name> {
  name: Name;
  at: Date;
}

/** Remembers the last use of each of many things and reports it now and then: no write per request. */
export abstract class LastUse<Name extends string> implements OnModuleDestroy {
  private uses = new Map<Name, Date>();
  /** @param report fails when the uses were not taken; a repeat of a part of them must be harmless */
  constructor(
    private readonly report: (uses: Use<Name>[]) => Promise<void>,
    readonly everyMs: number,
  ) {}

  record(name: Name): void {
    this.uses.set(name, new Date());
  }

  /** Reports what has gathered; keeps it for the next time when identity does not take it. */
  @Every({ every: ({ everyMs }: { everyMs: number }) => everyMs, in: 'all' })
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
