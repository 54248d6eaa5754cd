/** The event types of an app: an interface from the type's name to its payload. */
export type EventMap<E> = { [K in keyof E]: object };

/** One of these events: its type, and the payload that this type has. */
export type EventOf<E extends EventMap<E>> = { [K in keyof E]: { type: K; data: E[K] } }[keyof E];

/** The event types that an app publishes, in the order in which they are listed to users. */
export class EventTypes<E extends EventMap<E>> {
  readonly #known: ReadonlySet<string>;

  constructor(readonly all: readonly (keyof E & string)[]) {
    this.#known = new Set(all);
  }

  /** Whether this is the name of one of them. */
  includes(name: string): name is keyof E & string {
    return this.#known.has(name);
  }
}
