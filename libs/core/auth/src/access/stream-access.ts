import { type EventStream, toProblem } from '#libs/core/http';

/** How long a stream goes on while its access cannot be judged (milliseconds). */
const UNJUDGED_MS = 60_000;

/** Judges the access of a stream again. @throws Problem if it may not go on, or if that cannot be judged */
export type JudgeAccess = () => Promise<unknown>;

/** The access of an open stream of events. */
export class StreamAccess {
  private judgedAt = Date.now();

  constructor(
    private readonly stream: EventStream,
    private readonly judge: JudgeAccess,
  ) {}

  /** Ends the stream unless it may go on. */
  async review(): Promise<void> {
    if (this.stream.isClosed) return;
    try {
      await this.judge();
      this.judgedAt = Date.now();
    } catch (error) {
      const isUnknown = toProblem(error).status >= 500;
      if (!isUnknown || Date.now() - this.judgedAt > UNJUDGED_MS) this.stream.end();
    }
  }
}
