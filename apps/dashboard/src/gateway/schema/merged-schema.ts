import { stitchSchemas, ValidationLevel } from '@graphql-tools/stitch';
import type { Executor } from '@graphql-tools/utils';
import { RenameRootFields } from '@graphql-tools/wrap';
import type { GraphQLSchema } from 'graphql';
import { APPS, type PerApp } from './app-schemas.js';
import { mergedNameOf } from './crm-names.js';

/** Root fields of one call to an app, which refuses more. */
export const ROOT_FIELDS_OF_A_CALL = 10;

/** The schema of the gateway: those of the apps side by side. */
export function mergeSchemas(schemas: PerApp<GraphQLSchema>, executors: PerApp<Executor>): GraphQLSchema {
  const subschemas = APPS.map((app) => ({
    schema: schemas[app],
    executor: executors[app],
    batch: true,
    batchingOptions: { dataLoaderOptions: { maxBatchSize: ROOT_FIELDS_OF_A_CALL } },
    transforms: app === 'crm' ? [new RenameRootFields((_operation, name) => mergedNameOf(name))] : [],
  }));
  return stitchSchemas({
    subschemas,
    typeMergingOptions: { validationSettings: { validationLevel: ValidationLevel.Error } },
  });
}
