import {
  getDirectiveValues,
  getOperationAST,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** An operation of a valid document. */
export interface Asked {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables: Readonly<Record<string, unknown>>;
}

export const operationOf = ({
  document,
  operationName,
}: Omit<Asked, 'variables'>): OperationDefinitionNode | undefined =>
  getOperationAST(document, operationName) ?? undefined;

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export const fragmentsOf = ({ definitions }: DocumentNode): Fragments =>
  new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );

/** The root fields of an operation by their response names, in order: those that its directives let through. */
export function rootFieldsOf(asked: Asked): Map<string, FieldNode> {
  const fragments = fragmentsOf(asked.document);
  const fields = new Map<string, FieldNode>();
  const seen = new Set<string>();
  const operation = operationOf(asked);
  if (operation) collect(operation.selectionSet);
  return fields;

  function collect({ selections }: SelectionSetNode): void {
    for (const selection of selections) if (isIncluded(selection, asked.variables)) add(selection);
  }

  function add(selection: SelectionNode): void {
    if (selection.kind === Kind.FIELD) {
      const name = (selection.alias ?? selection.name).value;
      if (!fields.has(name)) fields.set(name, selection);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
    else if (!seen.has(selection.name.value)) {
      seen.add(selection.name.value);
      const fragment = fragments.get(selection.name.value);
      if (fragment) collect(fragment.selectionSet);
    }
  }
}

/** A variable without a value counts as let through: the app says what is wrong with it. */
function isIncluded(selection: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean {
  try {
    if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false;
  } catch {
    return true;
  }
}
