import { Injectable } from '@nestjs/common';

/** Wakes the relay of this process when jobs were enqueued; other processes' relays find them at their next look. */
@Injectable()
export class RelayBell {
  private wake: (() => void) | undefined;
  private rung = false;

  ring(): void {
    this.rung = true;
    this.wake?.();
  }

  /** Resolves at the next ring (at once if it rang since the last wait), or when the time is over. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.rung = false;
    this.wake = undefined;
  }
}
