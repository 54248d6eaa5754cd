import { setTimeout as delay } from 'node:timers/promises';
import { ReloadedCopy } from '#libs/core/copies';
import type { AdmissionCopy } from './admission-copy.js';
import { AdmissionList } from './admission-list.js';

/** Interval of {@link AdmissionReader.poll} in milliseconds: the age of the lists if a change message was missed. */
export const ADMISSION_POLL_MS = 900;

const START_TIMEOUT_MS = 1_000;
const START_RETRY_MS = 25;

/**
 * The lists in an app that does not own them. Reads the copy after each change message and at an interval; keeps the
 * last lists if the copy is lost or Redis does not answer.
 */
export class AdmissionReader {
  private list = AdmissionList.EMPTY;
  private readonly reload = new ReloadedCopy('blocklist', () => this.read());
  /** The read that a change message started, while it runs. */
  private pending: Promise<void> | undefined;
  private stopListening: (() => void) | undefined;

  constructor(private readonly copy: AdmissionCopy) {}

  get current(): AdmissionList {
    return this.list;
  }

  /** The lists after every change that was announced to this process so far. */
  async latest(): Promise<AdmissionList> {
    await this.pending;
    return this.list;
  }

  /** Returns after the first successful read, at the latest after a second: without Redis an app still starts. */
  async start(): Promise<void> {
    this.stopListening = this.copy.onReplaced(() => this.readNow());
    for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await delay(START_RETRY_MS)) {
      await this.reload.refresh();
      if (!this.reload.isBehind) break;
    }
  }

  stop(): void {
    this.stopListening?.();
  }

  private readNow(): void {
    const read: Promise<void> = this.reload.refresh().finally(() => {
      if (this.pending === read) this.pending = undefined;
    });
    this.pending = read;
  }

  /** Reads the lists if they changed. Call it every {@link ADMISSION_POLL_MS}. */
  async poll(): Promise<void> {
    await this.reload.poll();
  }

  private async read(): Promise<void> {
    const version = await this.copy.version();
    if (version === null || version === this.list.version) return;
    const entries = await this.copy.read();
    if (entries) this.list = new AdmissionList(entries);
  }
}
