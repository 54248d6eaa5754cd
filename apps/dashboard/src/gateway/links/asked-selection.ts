import { Kind, parse, type GraphQLResolveInfo, type SelectionNode, type SelectionSetNode } from 'graphql';

/** Collects what an operation asks of the field that is being resolved, wherever in the operation it does. */
export const askedSelection = ({ fieldNodes }: GraphQLResolveInfo): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections: fieldNodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []),
});

/** A selection inside of fields, the outermost first. */
export function selectionIn(fields: readonly string[], inside: SelectionSetNode): SelectionSetNode {
  return fields.reduceRight<SelectionSetNode>(
    (selectionSet, name) => ({
      kind: Kind.SELECTION_SET,
      selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: name }, selectionSet }],
    }),
    inside,
  );
}

/** A selection with more fields, given as in a document: `key: name`. */
export const withFields = (selection: SelectionSetNode, text: string): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections: [...selection.selections, ...selectionsOf(text)],
});

function selectionsOf(text: string): readonly SelectionNode[] {
  const [operation] = parse(`{ ${text} }`, { noLocation: true }).definitions;
  return operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : [];
}
