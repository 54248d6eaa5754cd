import { type EventStream, eventText, type ServerEvent, toProblem } from '#libs/core/http';
import { isLater } from '../mailbox-changes/change-log.js';

/** How long a connection goes on while its access cannot be judged. */
const UNJUDGED_MS = 60_000;

/** Judges the access of a connection again. @throws Problem if it may not go on, or if that cannot be judged */
export type JudgeAccess = () => Promise<unknown>;

/** Someone who listens to a mailbox. */
export class LiveConnection {
  /** The last entry that it was told of. */
  lastId = '';
  private judgedAt = Date.now();

  constructor(
    readonly stream: EventStream,
    private readonly judge: JudgeAccess,
    /** The entry after which it is to be told; empty for now. */
    readonly after: string,
  ) {}

  /** Sends events that follow from the entries up to `id`, in one write. The last one bears the id. */
  send(events: readonly ServerEvent[], id: string): void {
    const texts = events.map((event, index) => eventText(index === events.length - 1 ? { ...event, id } : event));
    if (texts.length > 0) this.stream.write(texts.join(''));
    this.lastId = id;
  }

  /** Whether it was told of the entry already. */
  knows(id: string): boolean {
    return this.lastId !== '' && !isLater(id, this.lastId);
  }

  /** Ends the connection unless it may go on. */
  async reviewAccess(): Promise<void> {
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
