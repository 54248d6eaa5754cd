import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { currentRequest, type RequestContext, withContext } from '../request/request-context.js';

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/**
 * Makes every root field run in a request context of its own, and with it its guards and all fields below it. Root fields of a
 * query run side by side: in one context the principal of one would replace that of another.
 */
export function separateRootFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      if (field.resolve) field.resolve = inOwnContext(field.resolve);
    }
  }
  return schema;
}

function inOwnContext(resolve: Resolver): Resolver {
  return (source, args, operation, info) => {
    const context = currentRequest()?.copy();
    if (!context) return resolve(source, args, operation, info);
    const answer = withContext(context, () => resolve(source, args, operation, info));
    return answer instanceof Promise ? continuedIn(context, answer) : answer;
  };
}

/** The library resolves the fields below in what it passes to `then`: that runs in the context, too. */
function continuedIn(context: RequestContext, answer: Promise<unknown>): PromiseLike<unknown> {
  // oxlint-disable-next-line unicorn/no-thenable
  return { then: (done, failed) => withContext(context, () => answer.then(done, failed)) };
}
