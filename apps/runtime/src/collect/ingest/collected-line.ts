import type { BotReason, Device, EventKind } from '#libs/sites/traffic';

/** An event in the journal; what is absent is null. */
export interface LineEvent {
  /** Kind. */
  k: EventKind;
  /** Time, in milliseconds. */
  t: number;
  path: string;
  x?: number;
  y?: number;
  depth?: number;
  name?: string;
  value?: number;
  extra?: Record<string, string | number | boolean>;
}

/**
 * A batch in the journal: one line of JSON. It has no address and no user agent: what is told from them is here, and they are gone.
 */
export interface CollectedLine {
  /** UUID by which the batch counts once. */
  id: string;
  /** Day of the receipt, YYYY-MM-DD. */
  day: string;
  tenant: string;
  page: string;
  variant: string | null;
  /** Null for who asks not to be followed. */
  visitor: string | null;
  consented: boolean;
  /** Key of the session of a visitor without an id: that of the view; null if the events belong to none. */
  load: string | null;
  /** Attributes of the session, if it begins here. */
  s: {
    utm: [source: string, medium: string, campaign: string, term: string, content: string];
    referrer: string;
    country: string;
    device: Device;
    os: string;
    browser: string;
    language: string;
    bot: BotReason | null;
  };
  events: LineEvent[];
}
