import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Id } from '#libs/persistence';

const REPORT_EVERY_MS = 10_000;

/** Tells identity when keys were last used. */
export abstract class KeyUseReporter {
  abstract report(uses: { keyId: Id<'key'>; at: Date }[]): Promise<void>;
}

/** Remembers the last use of each key and reports it every few seconds: no write per request. */
@Injectable()
export class KeyUse implements OnModuleDestroy {
  private uses = new Map<Id<'key'>, Date>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly reporter: KeyUseReporter) {
    this.timer = setInterval(() => void this.flush(), REPORT_EVERY_MS).unref();
  }

  record(keyId: Id<'key'>): void {
    this.uses.set(keyId, new Date());
  }

  /** Reports what has gathered; keeps it for the next time when identity does not take it. */
  async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    const taken = this.uses;
    this.uses = new Map();
    try {
      await this.reporter.report([...taken].map(([keyId, at]) => ({ keyId, at })));
    } catch {
      for (const [keyId, at] of taken) if (!this.uses.has(keyId)) this.uses.set(keyId, at);
    }
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}
