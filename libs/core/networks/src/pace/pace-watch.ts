export interface Pace {
  bytesPerSecond: number;
  /** Milliseconds of waiting for a sender before its pace counts. */
  afterMs: number;
}

/** Something that sends us bytes. */
export interface Sender {
  /** How many have come. */
  bytes(): number;
  /** False while what has come is not read: the time then is ours. */
  isAwaited(): boolean;
  isDone(): boolean;
  cutOff(): void;
}

interface Watched {
  sender: Sender;
  /** How long it was waited for, and the bytes by then, at the beginning of the time that counts. */
  awaitedMs: number;
  bytes: number;
}

const PACE: Pace = { bytesPerSecond: 4_096, afterMs: 15_000 };
const CHECK_MS = 1_000;
/** Times of grace after which what came before them counts no more. */
const REMEMBERED = 4;

/**
 * Cuts off senders that send less than 4 KiB a second on average of the last minute, after 15 seconds of grace: a peer that sends a byte now and
 * then would hold its connection, its place and what it began for hours.
 */
export class PaceWatch {
  private readonly pace: Pace;
  private readonly watched = new Set<Watched>();
  private timer: NodeJS.Timeout | undefined;
  private checkedAt = 0;

  constructor(
    pace: Partial<Pace> = {},
    private readonly now: () => number = () => performance.now(),
  ) {
    this.pace = { ...PACE, ...pace };
  }

  /** Senders that are watched. */
  get size(): number {
    return this.watched.size;
  }

  /** Watches a sender until it is done, cut off, or the returned function is called. */
  watch(sender: Sender): () => void {
    const one = { sender, awaitedMs: 0, bytes: sender.bytes() };
    if (this.watched.size === 0) this.begin();
    this.watched.add(one);
    return () => this.forget(one);
  }

  /** Called once a second while there is a sender. */
  check(): void {
    // A process that stood still could read nothing meanwhile.
    const passedMs = Math.min(this.now() - this.checkedAt, 2 * this.everyMs);
    this.checkedAt = this.now();
    for (const one of this.watched) {
      if (one.sender.isDone()) this.forget(one);
      else if (one.sender.isAwaited()) this.judge(one, passedMs);
    }
  }

  private get everyMs(): number {
    return Math.min(CHECK_MS, this.pace.afterMs);
  }

  private judge(one: Watched, passedMs: number): void {
    const { bytesPerSecond, afterMs } = this.pace;
    one.awaitedMs += passedMs;
    if (one.awaitedMs < afterMs) return;
    const bytes = one.sender.bytes();
    if (bytes - one.bytes < (one.awaitedMs / 1_000) * bytesPerSecond) {
      this.forget(one);
      one.sender.cutOff();
    } else if (one.awaitedMs >= REMEMBERED * afterMs) {
      one.awaitedMs = 0;
      one.bytes = bytes;
    }
  }

  private begin(): void {
    this.checkedAt = this.now();
    this.timer = setInterval(() => this.check(), this.everyMs).unref();
  }

  private forget(one: Watched): void {
    this.watched.delete(one);
    if (this.watched.size === 0) clearInterval(this.timer);
  }
}
