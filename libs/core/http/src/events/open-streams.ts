import type { Express } from 'express';

const SETTING = 'open streams';

/** The answers of an app that have no end of their own: they end when the app closes. */
export class OpenStreams {
  private readonly ends = new Set<() => void>();
  private closed = false;

  /** Returns the streams of the app that answers. */
  static of(app: Pick<Express, 'get' | 'set'>): OpenStreams {
    const known = app.get(SETTING) as OpenStreams | undefined;
    if (known) return known;
    const made = new OpenStreams();
    app.set(SETTING, made);
    return made;
  }

  /** Has `end` called when the app closes; at once if it does so already. Returns what forgets it. */
  add(end: () => void): () => void {
    if (this.closed) end();
    else this.ends.add(end);
    return () => this.ends.delete(end);
  }

  /** Ends those that there are, and all that follow. */
  close(): void {
    this.closed = true;
    for (const end of this.ends) end();
  }
}
