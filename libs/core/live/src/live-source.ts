import type { ServerEvent } from '#libs/core/http';

/** Changes of a subject, gathered by one who writes or for those who listen. */
export interface LiveChange {
  /** Whether those who may listen are others now. */
  readonly access: boolean;
  /** Adds what came after it, a change of the same kind. */
  add(later: LiveChange): void;
  /** Much changed, or it is not known what. */
  markLarge(): this;
  /** Returns what the log keeps of it; `{}` for nothing. */
  toText(): string;
}

/** Answers what follows from a change. */
export interface LiveReading {
  events: ServerEvent[];
  /** The state of the subject as it is, for a listener who joins. */
  state: ServerEvent[];
  /** Returns what of the state is another than at the last call, for those who listen already. */
  difference: () => ServerEvent[];
}

/** A subject that can be listened to: what is told of it. */
export interface LiveSource<Change extends LiveChange> {
  /** Names its stream in Redis, and the channel that repeats it. */
  readonly stream: string;
  /** The event that says that everything may have changed. */
  readonly changed: ServerEvent;
  /** Reads what the log keeps. A text that it does not know is a large change. */
  changeOf(text: string): Change;
  /** Reads what is told of a change, once for all listeners of a process. */
  read(change: Change): Promise<LiveReading>;
}

/** The stream begins here: what happened before is not in it. */
export const READY: ServerEvent = { event: 'ready', data: {} };

/** The text of a change of nothing. */
export const NO_CHANGE = '{}';
