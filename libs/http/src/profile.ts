import { type Envelope } from './problem/envelope.js';

/** What distinguishes one app's HTTP interface from another's. */
export interface AppProfile {
  /** Name of the app, as `GET /` and every log line show it. */
  service: string;
  envelope: Envelope;
  /** Largest JSON body in bytes; a larger one is answered 413. */
  bodyLimit: number;
  openapi: {
    title: string;
    version: string;
    description: string;
    /** What the operations of each tag have in common. A tag that a controller uses stands here. */
    tags?: Readonly<Record<string, string>>;
  };
}
