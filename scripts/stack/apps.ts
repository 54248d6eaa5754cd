/** An app that the launcher starts. A new app is a new line of the table below. */
export interface App {
  name: string;
  /** Its port is PORT_BASE plus this. */
  offset: number;
  /** Database and roles are the app's own unless it shares another's. Absent for an app without rows. */
  database?: string;
  /** Whether another app owns and migrates its database. */
  sharesDatabase?: boolean;
  /** Whether it has demo data. */
  hasSeed?: boolean;
}

export const APPS: readonly App[] = [
  { name: 'identity', offset: 4, database: 'identity', hasSeed: true },
  { name: 'platform', offset: 0, database: 'platform', hasSeed: true },
  { name: 'mail', offset: 1, database: 'mail', hasSeed: true },
  { name: 'pages', offset: 2, database: 'pages', hasSeed: true },
  { name: 'crm', offset: 3, database: 'crm', hasSeed: true },
  { name: 'runtime', offset: 5, database: 'pages', sharesDatabase: true },
  { name: 'dashboard', offset: 6 },
];

export type AppWithDatabase = App & { database: string };

export const APPS_WITH_DATABASE: readonly AppWithDatabase[] = APPS.filter(
  (app): app is AppWithDatabase => app.database !== undefined,
);

/** The databases of the product; apps may share one. */
export const DATABASES: readonly string[] = [...new Set(APPS_WITH_DATABASE.map(({ database }) => database))];

/** The owner of the keys with which an app encrypts: apps that share a database share them. */
export const keyOwnerOf = ({ name, database }: App): string => database ?? name;

/** Ports of other services and of future apps, as offsets from PORT_BASE. */
export const OFFSETS = {
  postgres: 10,
  redis: 11,
  inbox: 12,
  inboxSmtp: 13,
  inbound: 14,
  bounce: 15,
  dns: 16,
  hooks: 17,
  submission: 18,
  sendingSmtp: 20,
  sendingSmtps: 21,
} as const;
