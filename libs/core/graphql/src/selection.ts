import type { FragmentDefinitionNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/**
 * Whether a query asks for a field below the one that is resolved: `edges.node.events`. A field that a directive leaves out
 * counts as asked for.
 *
 * For a relation that every item of a long list has. Read with the list, it is answered at once; a resolver of its own is a
 * chain of promises for each item, which takes longer than everything else of the item.
 */
export function selects({ fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>, path: string) {
  const names = path.split('.');
  return fieldNodes.some(({ selectionSet }) => reaches(selectionSet, names, fragments));
}

function reaches(set: SelectionSetNode | undefined, names: readonly string[], fragments: Fragments): boolean {
  if (names.length === 0) return true;
  const [name, ...below] = names;
  return (set?.selections ?? []).some((selection) => {
    if (selection.kind === 'FragmentSpread')
      return reaches(fragments[selection.name.value]?.selectionSet, names, fragments);
    if (selection.kind === 'InlineFragment') return reaches(selection.selectionSet, names, fragments);
    return selection.name.value === name && reaches(selection.selectionSet, below, fragments);
  });
}
