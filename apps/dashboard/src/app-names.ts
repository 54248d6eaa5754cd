/** The apps behind the gateway, each with a schema of its own. */
export const APPS = ['platform', 'mail', 'pages', 'crm'] as const;

export type AppName = (typeof APPS)[number];

/** A value for each app. */
export type PerApp<T> = Readonly<Record<AppName, T>>;

export function perApp<T>(make: (app: AppName) => T): PerApp<T> {
  return Object.fromEntries(APPS.map((app) => [app, make(app)])) as Record<AppName, T>;
}
