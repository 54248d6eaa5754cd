import { logger } from '#libs/observability';
import type { AdmissionCopy } from './admission-copy.js';
import { AdmissionList } from './admission-list.js';

/** How old the lists may be that a process judges by (milliseconds). */
export const ADMISSION_LOOK_MS = 400;

/** The lists as an app sees them that does not own them: the copy, looked at twice a second and kept when it is gone. */
export class AdmissionReader {
  private list = AdmissionList.EMPTY;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private failing = false;

  constructor(private readonly copy: AdmissionCopy) {}

  get current(): AdmissionList {
    return this.list;
  }

  start(): void {
    this.timer = setInterval(() => (this.looking ??= this.turn()), ADMISSION_LOOK_MS).unref();
    this.looking = this.turn();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private async turn(): Promise<void> {
    try {
      const version = await this.copy.version();
      if (version !== null && version !== this.list.version) await this.take();
      this.failing = false;
    } catch (error) {
      if (!this.failing) logger.warn('The lists of who is blocked cannot be read; the last ones go on', { error });
      this.failing = true;
    } finally {
      this.looking = undefined;
    }
  }

  private async take(): Promise<void> {
    const entries = await this.copy.read();
    if (entries) this.list = new AdmissionList(entries);
  }
}
