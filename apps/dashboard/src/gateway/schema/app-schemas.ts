import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { perApp, type PerApp } from '../../app-names.js';
import { packageRoot } from '../../package-root.js';

/** The schemas of the apps as they are checked in. The gateway starts by them, whichever app runs. */
export function readAppSchemas(root: string = packageRoot()): PerApp<GraphQLSchema> {
  return perApp((app) =>
    buildSchema(readFileSync(join(root, 'apps', app, 'schema.graphql'), 'utf8'), { assumeValidSDL: true }),
  );
}
