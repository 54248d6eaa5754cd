import { setTimeout as delay } from 'node:timers/promises';
import { logger } from '#libs/observability';
import type { AdmissionCopy } from './admission-copy.js';
import { AdmissionList } from './admission-list.js';

/** How old the lists may be that a process judges by when it was not told of a change (milliseconds). */
export const ADMISSION_LOOK_MS = 400;

/** How long a process that starts waits for its first look, and how often it tries. */
const FIRST_LOOK_MS = 1_000;
const TRY_AGAIN_MS = 25;

/**
 * The lists as an app sees them that does not own them: the copy, looked at when it is replaced and twice a second, and
 * kept when it is gone.
 */
export class AdmissionReader {
  private list = AdmissionList.EMPTY;
  private failing = false;
  /** The look that a change led to, while it lasts. */
  private told: Promise<void> | undefined;
  private stopListening: (() => void) | undefined;

  constructor(private readonly copy: AdmissionCopy) {}

  get current(): AdmissionList {
    return this.list;
  }

  /** The lists with every change that this process was told of, which the last moment may have brought. */
  async latest(): Promise<AdmissionList> {
    await this.told;
    return this.list;
  }

  /** Returns after the first look, or after a second without one: whoever needs a list more than that is down anyway. */
  async start(): Promise<void> {
    this.stopListening = this.copy.onReplaced(() => this.lookNow());
    for (const end = Date.now() + FIRST_LOOK_MS; Date.now() < end; await delay(TRY_AGAIN_MS)) {
      const isDone = await this.read()
        .then(() => true)
        .catch(() => false);
      if (isDone) break;
    }
  }

  stop(): void {
    this.stopListening?.();
  }

  private lookNow(): void {
    const look: Promise<void> = this.read()
      .catch(() => undefined)
      .finally(() => {
        if (this.told === look) this.told = undefined;
      });
    this.told = look;
  }

  /** Reads the lists if they changed; to be called every {@link ADMISSION_LOOK_MS}. */
  async look(): Promise<void> {
    try {
      await this.read();
      this.failing = false;
    } catch (error) {
      if (!this.failing) logger.warn('The lists of who is blocked cannot be read; the last ones go on', { error });
      this.failing = true;
    }
  }

  private async read(): Promise<void> {
    const version = await this.copy.version();
    if (version === null || version === this.list.version) return;
    const entries = await this.copy.read();
    if (entries) this.list = new AdmissionList(entries);
  }
}
