import { type JudgeAccess, StreamAccess } from '#libs/core/auth';
import { type EventStream, eventText, type ServerEvent } from '#libs/core/http';
import { isLater } from './change-log.js';

/** Someone who listens. */
export class LiveConnection {
  /** The last entry that it was told of. */
  lastId = '';
  private readonly access: StreamAccess;

  constructor(
    readonly stream: EventStream,
    judge: JudgeAccess,
    /** The entry after which it is to be told; empty for now. */
    readonly after: string,
  ) {
    this.access = new StreamAccess(stream, judge);
  }

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
    await this.access.review();
  }
}
