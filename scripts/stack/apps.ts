/** An app that the launcher brings up. Another app is another line of the table below. */
export interface App {
  name: string;
  /** Its port is PORT_BASE plus this. */
  offset: number;
  /** Database and roles are the app's own unless it shares another's. */
  database: string;
}

export const APPS: readonly App[] = [
  { name: 'identity', offset: 4, database: 'identity' },
  { name: 'platform', offset: 0, database: 'platform' },
];

/** Ports of what is not an app, or not yet, as offsets from PORT_BASE. */
export const OFFSETS = {
  dashboard: 6,
  postgres: 10,
  redis: 11,
  inbox: 12,
  inboxSmtp: 13,
  bounce: 15,
  dns: 16,
  hooks: 17,
} as const;
