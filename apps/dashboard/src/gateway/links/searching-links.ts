import { delegateToSchema } from '@graphql-tools/delegate';
import { getNamedType, GraphQLList, OperationTypeNode } from 'graphql';
import { askedSelection, selectionIn } from './asked-selection.js';
import type { Following, Link } from './link.js';
import { nodesOf, readAnswer } from './link-answer.js';

/** A link to the first page of a list of an app, which is asked for each object alone. */
export function linkToFound(
  link: Pick<Link, 'on' | 'name' | 'description' | 'app' | 'field' | 'argument' | 'needs' | 'signature'> & {
    /** The arguments of the list; undefined if there is nothing to look for. */
    argsOf: (following: Pick<Following, 'parent' | 'args'>) => Record<string, unknown> | undefined;
  },
): Link {
  return {
    ...link,
    rootFields: (objects) => objects,
    follow: (following) => {
      const args = link.argsOf(following);
      if (!args) return [];
      const { context, info, target } = following;
      return delegateToSchema({
        schema: target,
        context,
        info,
        operation: OperationTypeNode.QUERY,
        fieldName: link.field,
        args,
        selectionSet: selectionIn(['edges', 'node'], askedSelection(info)),
        returnType: new GraphQLList(getNamedType(info.returnType)),
        transforms: [readAnswer(link.field, nodesOf)],
      });
    },
  };
}
