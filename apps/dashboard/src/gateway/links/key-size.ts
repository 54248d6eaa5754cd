import {
  Kind,
  OperationTypeNode,
  type GraphQLResolveInfo,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { costOf, MAX_VALUES } from '#libs/core/http';
import { MAX_KEYS } from './link.js';

/** A root field with many keys, and what is asked of each. */
export interface ManyKeys {
  field: string;
  argument: string;
  first?: number | undefined;
  selection: SelectionSetNode;
}

/** How many keys a call may have: an app refuses one of more keys, and one that asks for more values in all. */
export function keysOfACall({ field, argument, first, selection }: ManyKeys, info: GraphQLResolveInfo): number {
  const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const operation: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: OperationTypeNode.QUERY,
    selectionSet: {
      kind: Kind.SELECTION_SET,
      selections: [
        {
          kind: Kind.FIELD,
          name: name(field),
          arguments: [
            { kind: Kind.ARGUMENT, name: name(argument), value: { kind: Kind.STRING, value: 'a key' } },
            ...(first === undefined
              ? []
              : [
                  {
                    kind: Kind.ARGUMENT,
                    name: name('first'),
                    value: { kind: Kind.INT, value: String(first) },
                  } as const,
                ]),
          ],
          selectionSet: selection,
        },
      ],
    },
  };
  const { schema, variableValues: variables } = info;
  const document = { kind: Kind.DOCUMENT, definitions: [operation, ...Object.values(info.fragments)] } as const;
  const { values } = costOf({ schema, document, operation, variables }, MAX_VALUES);
  return Math.min(MAX_KEYS, Math.max(1, Math.floor(MAX_VALUES / values)));
}
