import type { IncomingMessage } from 'node:http';
import { type Envelope } from './problem/envelope.js';

/** The settings of an app's HTTP interface. */
export interface AppProfile {
  /** Name of the app in `GET /` and in log lines. */
  service: string;
  envelope: Envelope;
  /** Envelope of the answers to a request that speaks another dialect than the app; undefined for the app's own. */
  envelopeOf?: (request: IncomingMessage) => Envelope | undefined;
  /** Largest JSON body in bytes; a larger one is answered 413. */
  bodyLimit: number;
  openapi: {
    title: string;
    version: string;
    description: string;
    /** The description of each tag that a controller uses. */
    tags?: Readonly<Record<string, string>>;
    /** Whether calls of a path have a rate limit, and so may be answered 429; no path has one if absent. */
    isRateLimited?: (path: string) => boolean;
  };
}
