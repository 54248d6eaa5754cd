import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { packageRoot } from '../../package-root.js';

/** The apps behind the gateway, each with a schema of its own. */
export const APPS = ['platform', 'mail', 'pages', 'crm'] as const;

export type AppName = (typeof APPS)[number];

/** A value for each app. */
export type PerApp<T> = Readonly<Record<AppName, T>>;

export function perApp<T>(make: (app: AppName) => T): PerApp<T> {
  return Object.fromEntries(APPS.map((app) => [app, make(app)])) as Record<AppName, T>;
}

/** The schemas of the apps as they are checked in. The gateway starts by them, whichever app runs. */
export function readAppSchemas(root: string = packageRoot()): PerApp<GraphQLSchema> {
  return perApp((app) =>
    buildSchema(readFileSync(join(root, 'apps', app, 'schema.graphql'), 'utf8'), { assumeValidSDL: true }),
  );
}
