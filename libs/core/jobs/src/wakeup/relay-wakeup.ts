import { Injectable, Optional } from '@nestjs/common';
import type { JobKind } from '../jobs.js';
import { RelayChannel } from './relay-channel.js';

/** Wakes relays when there is something to dispatch. */
@Injectable()
export class RelayWakeup {
  private resume: (() => void) | undefined;
  private isWoken = false;

  /** @param channel to other processes; without it they find what was enqueued by themselves, within two seconds */
  constructor(@Optional() private readonly channel?: RelayChannel) {}

  /** Call it after the commit of enqueued jobs: wakes the relay that dispatches them, in this process or another one. */
  announce(kind?: JobKind): void {
    this.wake();
    this.channel?.announce(kind);
  }

  /** Wakes the relay of this process. */
  wake(): void {
    this.isWoken = true;
    this.resume?.();
  }

  /** Resolves at the next `wake()` (at once if there was one since the last wait) with true, or after this time with false. */
  async wait(milliseconds: number): Promise<boolean> {
    if (!this.isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const wasWoken = this.isWoken;
    this.isWoken = false;
    this.resume = undefined;
    return wasWoken;
  }
}
