import { Injectable } from '@nestjs/common';

/** Tells the engine of this process that an enrollment may be due. The engine of another process finds it by itself. */
@Injectable()
export class JourneyWakeup {
  private isWoken = false;

  wake(): void {
    this.isWoken = true;
  }

  /** Says whether it was woken since it was last asked. */
  take(): boolean {
    const wasWoken = this.isWoken;
    this.isWoken = false;
    return wasWoken;
  }
}
