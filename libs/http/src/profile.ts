/** The shape of an API's error answers. Identity speaks Platform's. */
export type EnvelopeKind = 'platform' | 'mail' | 'pages' | 'runtime' | 'crm';

/** What distinguishes one app's HTTP interface from another's. */
export interface AppProfile {
  /** Name of the app, as `GET /` and every log line show it. */
  service: string;
  envelope: EnvelopeKind;
  /** Largest JSON body in bytes; a larger one is answered 413. */
  bodyLimit: number;
  openapi: { title: string; version: string; description: string };
}
