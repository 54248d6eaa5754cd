import { Injectable } from '@nestjs/common';
import type { ExecutionRequest, Executor } from '@graphql-tools/utils';
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  print,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { linkFaultsOf } from '../links/link.js';
import { LINKS } from '../links/links.js';
import { Planner } from '../plan/plan.js';
import { perApp, type AppName } from '../../app-names.js';
import { readAppSchemas } from '../schema/app-schemas.js';
import { clashesOf } from '../schema/clashes.js';
import { mergeSchemas } from '../schema/merged-schema.js';
import type { GatewayContext } from '../../upstreams/app-call.js';
import { Upstreams } from '../../upstreams/upstreams.js';

/** The merged schema, bound to the apps. It is made once, at the start, whether an app runs or not. */
@Injectable()
export class GatewaySchema {
  readonly schema: GraphQLSchema;
  readonly planner: Planner;

  constructor(upstreams: Upstreams) {
    const schemas = readAppSchemas();
    const clashes = [...clashesOf(schemas), ...linkFaultsOf(LINKS, schemas)];
    if (clashes.length > 0) throw new Error(`The schemas of the apps do not fit together: ${clashes.join('; ')}`);
    this.schema = mergeSchemas(
      schemas,
      perApp((app) => executorOf(app, upstreams)),
    );
    this.planner = new Planner(this.schema, schemas);
  }
}

/** Runs the parts of an operation that one app answers, for the library that puts the parts together. */
function executorOf(app: AppName, upstreams: Upstreams): Executor {
  return async ({ document, variables, context, operationType }: ExecutionRequest): Promise<never> => {
    const { calls } = context as GatewayContext;
    calls.take(app, rootFieldsIn(document));
    const isMutation = operationType === OperationTypeNode.MUTATION;
    const call = { query: print(document), variables: variables as Record<string, unknown>, isMutation };
    const { data, errors } = await upstreams.run(app, call, context as GatewayContext);
    // The type of what an executor returns depends on what its caller asks for, which only the library knows.
    return {
      data,
      errors: errors?.map(({ message, path, extensions }) => new GraphQLError(message, { path, extensions })),
    } as never;
  };
}

/** The library puts no fragment beside root fields. */
const rootFieldsIn = (document: DocumentNode): number => getOperationAST(document)?.selectionSet.selections.length ?? 0;
