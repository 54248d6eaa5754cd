/** The parts of a template; the channel decides which it has. */
export interface TemplateParts {
  subject: string | null;
  html: string | null;
  text: string | null;
}

export type Part = keyof TemplateParts;

export const PARTS: readonly Part[] = ['subject', 'html', 'text'];

/** Work that one part may take, in characters and list items that are gone through: about 0.1 seconds. */
export const MAX_WORK = 8_000_000;

/** Why a template cannot be filled in, or not with this data. */
export type RenderFault =
  /** It is no template, or uses what templates do not have. */
  | { kind: 'broken'; part: Part; message: string }
  /** The data lacks a variable. */
  | { kind: 'missing'; part: Part; variable: string }
  /** The data does not work with it. */
  | { kind: 'unusable'; part: Part; message: string }
  /** The part becomes too long. */
  | { kind: 'long'; part: Part; max: number }
  /** It takes more work, time or memory than one message may; the part is unknown if its thread was terminated. */
  | { kind: 'heavy'; part?: Part; limit: 'work' | 'time' | 'memory' };

export type RenderOutcome = { parts: TemplateParts } | { fault: RenderFault };

/** A template, and data as JSON that its messages have in common. */
export interface RenderTemplate extends TemplateParts {
  data: string | null;
}

/**
 * One message: the index of its template, and its own data as JSON, which overrides the common data. Without data the
 * template is only parsed.
 */
export interface RenderItem {
  template: number;
  data: string | null;
}

/** Sent to a thread: messages to render, in their order. */
export interface RenderRequest {
  templates: readonly RenderTemplate[];
  items: readonly RenderItem[];
  /** No further message is begun after this time. */
  maxMs: number;
  /** No further message is begun once the rendered parts have this many characters. */
  maxCharacters: number;
}

/** A thread's answer: outcomes of the first messages; the rest was not begun. */
export interface RenderReply {
  outcomes: RenderOutcome[];
  /** Processor time. */
  ms: number;
}

/**
 * Progress of a thread, in memory that it shares with the main thread: only this can be read while the thread is busy.
 * Written before a message is begun: its index and the time of the clock, and the processor time of the thread before the
 * request.
 */
export const PROGRESS = { bytes: 24, index: 0, startedAtNs: 1, requestStartedNs: 2 } as const;

/** The index while no message is being rendered. */
export const IDLE = -1n;

/** The heap of a thread. Its deadline and the counted work bound how much a message allocates before that. */
export const THREAD_MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 1 } as const;
