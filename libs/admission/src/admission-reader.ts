import { setTimeout as delay } from 'node:timers/promises';
import { logger } from '#libs/observability';
import type { AdmissionCopy } from './admission-copy.js';
import { AdmissionList } from './admission-list.js';

/** How old the lists may be that a process judges by (milliseconds). */
export const ADMISSION_LOOK_MS = 400;

/** How long a process that starts waits for its first look, and how often it tries. */
const FIRST_LOOK_MS = 1_000;
const TRY_AGAIN_MS = 25;

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

  /** Returns after the first look, or after a second without one: whoever needs a list more than that is down anyway. */
  async start(): Promise<void> {
    for (const end = Date.now() + FIRST_LOOK_MS; Date.now() < end; await delay(TRY_AGAIN_MS)) {
      const isDone = await this.look()
        .then(() => true)
        .catch(() => false);
      if (isDone) break;
    }
    this.timer = setInterval(() => (this.looking ??= this.turn()), ADMISSION_LOOK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private async turn(): Promise<void> {
    try {
      await this.look();
      this.failing = false;
    } catch (error) {
      if (!this.failing) logger.warn('The lists of who is blocked cannot be read; the last ones go on', { error });
      this.failing = true;
    } finally {
      this.looking = undefined;
    }
  }

  private async look(): Promise<void> {
    const version = await this.copy.version();
    if (version === null || version === this.list.version) return;
    const entries = await this.copy.read();
    if (entries) this.list = new AdmissionList(entries);
  }
}
