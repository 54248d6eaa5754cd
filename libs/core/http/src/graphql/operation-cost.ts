import type {
  ArgumentNode,
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLNamedType,
  GraphQLSchema,
  GraphQLType,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';

/** How many items a list without a page is taken to have. */
const LIST_SIZE = 10;
/** The same of a list in a description of the schema, which development reads whole. */
const SCHEMA_LIST_SIZE = 3;
/** How many values a JSON object counts as: it may be a whole page document. */
const JSON_OBJECT_VALUES = 20;
const JSON_OBJECT = 'JSONObject';

/** The arguments that set the size of a page: of a list, and of a Relay connection. */
const PAGE_SIZES = ['limit', 'first'];

/** The arguments whose keys are each answered, in a list as long as they are. */
const KEY_LISTS = ['addresses', 'emails', 'ids'];

/** Size of an operation, counted before it runs. */
export interface OperationCost {
  /** Root fields of different response names, fragments expanded. */
  rootFields: number;
  /** Fields, each as often as the lists around it have items. Counting stops above the maximum. */
  values: number;
}

export interface Operation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Readonly<Record<string, unknown>>;
  /** Told of each field that is counted. */
  visited?: (field: VisitedField) => void;
}

/** A field of an operation, with the name of the type that has it. */
export interface VisitedField {
  type: string | undefined;
  name: string;
  /** How often it is answered. */
  times: number;
}

/**
 * Counts what an operation asks for. It takes at most `maxValues` steps: fragments that spread each other many times or in
 * a circle end the count above the maximum.
 */
export function costOf(operation: Operation, maxValues: number): OperationCost {
  const walk = new CostWalk(operation, maxValues);
  return { rootFields: walk.rootFields(), values: walk.values() };
}

/** The lists around a selection. */
interface Place {
  type: GraphQLNamedType | undefined;
  /** How often the selection is answered. */
  times: number;
  /** Size of the page that the next list inside is. */
  pageSize: number | undefined;
}

class CostWalk {
  readonly #operation: Operation;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #maxValues: number;
  #values = 0;

  constructor(operation: Operation, maxValues: number) {
    this.#operation = operation;
    this.#maxValues = maxValues;
    this.#fragments = new Map(
      operation.document.definitions.flatMap((one) =>
        one.kind === 'FragmentDefinition' ? [[one.name.value, one] as const] : [],
      ),
    );
  }

  rootFields(): number {
    const names = new Set<string>();
    const seen = new Set<string>();
    const visit = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        if (selection.kind === 'Field') names.add((selection.alias ?? selection.name).value);
        else if (selection.kind === 'InlineFragment') visit(selection.selectionSet);
        else if (!seen.has(selection.name.value)) {
          seen.add(selection.name.value);
          const fragment = this.#fragments.get(selection.name.value);
          if (fragment) visit(fragment.selectionSet);
        }
      }
    };
    visit(this.#operation.operation.selectionSet);
    return names.size;
  }

  values(): number {
    const { schema, operation } = this.#operation;
    const type = operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType();
    this.#visit(operation.selectionSet, { type: type ?? undefined, times: 1, pageSize: undefined }, new Set());
    return this.#values;
  }

  /** @param open names of the fragments that this selection is in */
  #visit({ selections }: SelectionSetNode, place: Place, open: ReadonlySet<string>): void {
    for (const selection of selections) {
      if (this.#values > this.#maxValues) return;
      if (selection.kind === 'Field') {
        this.#visitField(selection, place, open);
        continue;
      }
      this.#values += 1;
      const fragment = selection.kind === 'InlineFragment' ? selection : this.#fragments.get(selection.name.value);
      if (!fragment) continue;
      const name = selection.kind === 'FragmentSpread' ? selection.name.value : undefined;
      if (name !== undefined && open.has(name)) continue;
      const condition = fragment.typeCondition?.name.value;
      const type = condition === undefined ? place.type : this.#operation.schema.getType(condition);
      this.#visit(fragment.selectionSet, { ...place, type }, name === undefined ? open : new Set([...open, name]));
    }
  }

  #visitField(node: FieldNode, { type, times, pageSize }: Place, open: ReadonlySet<string>): void {
    this.#values += times;
    this.#operation.visited?.({ type: type?.name, name: node.name.value, times });
    const field = fieldOf(type, node.name.value) ?? this.#introspectionField(node.name.value);
    if (field && namedTypeOf(field.type).name === JSON_OBJECT) this.#values += times * (JSON_OBJECT_VALUES - 1);
    if (!field || !node.selectionSet) return;
    const page = this.#pageSizeOf(node, field) ?? pageSize;
    const inside = namedTypeOf(field.type);
    const keys = this.#keysOf(node, field);
    if (isList(field.type))
      this.#visit(
        node.selectionSet,
        {
          type: inside,
          times: times * (keys ?? page ?? listSizeOf(inside)),
          pageSize: keys === undefined ? undefined : page,
        },
        open,
      );
    else this.#visit(node.selectionSet, { type: inside, times, pageSize: page }, open);
  }

  #introspectionField(name: string): Pick<GraphQLField<unknown, unknown>, 'type' | 'args'> | undefined {
    const type = name === '__schema' ? '__Schema' : name === '__type' ? '__Type' : undefined;
    const found = type && this.#operation.schema.getType(type);
    return found ? { type: found as GraphQLField<unknown, unknown>['type'], args: [] } : undefined;
  }

  /** The page size that a field asks for, or its default; undefined if the field has no page. */
  #pageSizeOf(
    { arguments: given = [] }: FieldNode,
    { args }: Pick<GraphQLField<unknown, unknown>, 'args'>,
  ): number | undefined {
    const argument = args.find(({ name }) => PAGE_SIZES.includes(name));
    if (!argument) return undefined;
    const wanted = this.#valueOf(given.find(({ name }) => name.value === argument.name));
    return Math.max(1, wanted ?? numberOf(argument.defaultValue) ?? LIST_SIZE);
  }

  /** How many keys a field is asked for; undefined if it takes none. */
  #keysOf(
    { arguments: given = [] }: FieldNode,
    { args }: Pick<GraphQLField<unknown, unknown>, 'args'>,
  ): number | undefined {
    const argument = args.find(({ name }) => KEY_LISTS.includes(name));
    const value = given.find(({ name }) => name.value === argument?.name)?.value;
    if (!value) return undefined;
    if (value.kind === 'ListValue') return value.values.length;
    // A single value is a list of one.
    if (value.kind !== 'Variable') return 1;
    const name = value.name.value;
    const { variables, operation } = this.#operation;
    const variable = variables[name];
    if (Object.hasOwn(variables, name)) return Array.isArray(variable) ? variable.length : 1;
    const fallback = operation.variableDefinitions?.find((one) => one.variable.name.value === name)?.defaultValue;
    return fallback?.kind === 'ListValue' ? fallback.values.length : 1;
  }

  #valueOf(argument: ArgumentNode | undefined): number | undefined {
    const value = argument?.value;
    if (value?.kind === 'IntValue') return Number(value.value);
    if (value?.kind !== 'Variable') return undefined;
    const name = value.name.value;
    const { variables, operation } = this.#operation;
    if (Object.hasOwn(variables, name)) return numberOf(variables[name]);
    const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
    return definition?.defaultValue?.kind === 'IntValue' ? Number(definition.defaultValue.value) : undefined;
  }
}

function fieldOf(type: GraphQLNamedType | undefined, name: string): GraphQLField<unknown, unknown> | undefined {
  if (!type || !('getFields' in type)) return undefined;
  return type.getFields()[name] as GraphQLField<unknown, unknown> | undefined;
}

/**
 * Tells types by their properties: a process that loads the package as a module and as CommonJS has two classes of each
 * type.
 */
export function namedTypeOf(type: GraphQLType): GraphQLNamedType {
  return 'ofType' in type ? namedTypeOf(type.ofType as GraphQLType) : type;
}

const listSizeOf = ({ name }: GraphQLNamedType): number => (name.startsWith('__') ? SCHEMA_LIST_SIZE : LIST_SIZE);

const isList = (type: GraphQLType): boolean => String(type).includes('[');

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
