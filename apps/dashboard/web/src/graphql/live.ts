/** Subjects of the events of an account. */
export const LIVE_KINDS = ['messages', 'campaigns', 'deliveries'] as const;

export type LiveKind = (typeof LIVE_KINDS)[number];

/** A change: of the things with these ids, or of any if there are none. */
export interface Change {
  kinds: readonly LiveKind[];
  ids: readonly string[];
}

const KINDS_OF: Readonly<Record<string, readonly LiveKind[]>> = {
  ready: LIVE_KINDS,
  'tenant.changed': LIVE_KINDS,
  'messages.created': ['messages'],
  'messages.updated': ['messages'],
  'campaigns.changed': ['campaigns'],
  'webhook_deliveries.changed': ['deliveries'],
};

/** The part of an `EventSource` that is used. */
export interface Source {
  readonly readyState: number;
  addEventListener(name: string, listener: (event: { data: string }) => void): void;
  close(): void;
}

export const FIRST_WAIT_MS = 2_000;
export const LONGEST_WAIT_MS = 60_000;
/** Between two looks while there is no stream. */
export const POLL_MS = 20_000;
/** `EventSource.CLOSED`: the browser does not try again by itself. */
const CLOSED = 2;

/**
 * Follows the events of one account. A browser connects again by itself after an interruption, but not once it was refused: this does so
 * then, each time after a longer wait. As long as there is no stream, everything counts as changed now and then.
 */
export class LiveStream {
  #source: Source | undefined;
  #connected = false;
  #refusals = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #poll: ReturnType<typeof setInterval> | undefined;

  /** @param open undefined for an account whose events cannot be followed: it is looked at now and then */
  constructor(
    private readonly open: (() => Source) | undefined,
    private readonly tell: (change: Change) => void,
  ) {}

  get isConnected(): boolean {
    return this.#connected;
  }

  start(): void {
    if (this.#poll !== undefined) return;
    this.#poll = setInterval(() => {
      if (!this.#connected) this.tell({ kinds: LIVE_KINDS, ids: [] });
    }, POLL_MS);
    this.#connect();
  }

  stop(): void {
    clearInterval(this.#poll);
    clearTimeout(this.#retry);
    this.#poll = this.#retry = undefined;
    this.#refusals = 0;
    this.#leave();
  }

  #connect(): void {
    if (!this.open) return;
    const source = (this.#source = this.open());
    source.addEventListener('open', () => {
      this.#connected = true;
      this.#refusals = 0;
    });
    source.addEventListener('error', () => {
      this.#connected = false;
      if (source.readyState !== CLOSED) return;
      this.#leave();
      this.#retry = setTimeout(() => this.#connect(), waitAfter(this.#refusals));
      this.#refusals += 1;
    });
    for (const [name, kinds] of Object.entries(KINDS_OF)) {
      source.addEventListener(name, ({ data }) => this.tell({ kinds, ids: idsIn(data) }));
    }
  }

  #leave(): void {
    this.#source?.close();
    this.#source = undefined;
    this.#connected = false;
  }
}

/** Milliseconds to wait after so many refusals in a row; a part of it is chance, so that pages do not come back at once. */
export function waitAfter(refusals: number, chance: number = Math.random()): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** refusals);
  return wait * (0.5 + chance / 2);
}

/** The ids of an event; none if they were too many to be named. */
export function idsIn(data: string): string[] {
  try {
    const { Ids } = JSON.parse(data) as { Ids?: unknown };
    return Array.isArray(Ids) ? Ids.map(String) : [];
  } catch {
    return [];
  }
}
