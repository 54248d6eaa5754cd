import { stitchSchemas, ValidationLevel } from '@graphql-tools/stitch';
import type { Executor } from '@graphql-tools/utils';
import { RenameRootFields } from '@graphql-tools/wrap';
import type { GraphQLSchema } from 'graphql';
import { LINKS_SDL, linkResolvers } from '../links/links.js';
import { ROOT_FIELDS_OF_AN_APP } from '../../upstreams/call-budget.js';
import { APPS, type PerApp } from '../../app-names.js';
import { mergedNameOf } from './crm-names.js';

/** The schema of the gateway: those of the apps side by side, with the links between their types. */
export function mergeSchemas(schemas: PerApp<GraphQLSchema>, executors: PerApp<Executor>): GraphQLSchema {
  const subschemas = APPS.map((app) => ({
    schema: schemas[app],
    executor: executors[app],
    batch: true,
    batchingOptions: { dataLoaderOptions: { maxBatchSize: ROOT_FIELDS_OF_AN_APP } },
    transforms: app === 'crm' ? [new RenameRootFields((_operation, name) => mergedNameOf(name))] : [],
  }));
  return stitchSchemas({
    subschemas,
    typeDefs: LINKS_SDL,
    resolvers: linkResolvers(schemas, executors),
    typeMergingOptions: { validationSettings: { validationLevel: ValidationLevel.Error } },
  });
}
