import { Injectable } from '@nestjs/common';

/** Wakes the relay of this process when jobs were enqueued. Relays of other processes find them at their next poll. */
@Injectable()
export class RelayWakeup {
  private resume: (() => void) | undefined;
  private isWoken = false;

  wake(): void {
    this.isWoken = true;
    this.resume?.();
  }

  /** Resolves at the next `wake()` (at once if there was one since the last wait), or after this time. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.isWoken = false;
    this.resume = undefined;
  }
}
