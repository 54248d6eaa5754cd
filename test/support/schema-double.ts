import {
  getNamedType,
  getNullableType,
  graphqlSync,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  type GraphQLError,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { costOf, MAX_VALUES } from '#libs/core/http';

/** Answers root fields, by name: a value, or what a test makes of the arguments. */
export type Said = Readonly<Record<string, unknown>>;

/** A call of a double: its root fields and their arguments, in order. */
export interface DoubleCall {
  fields: string[];
  args: Readonly<Record<string, unknown>>[];
}

const MAX_ROOT_FIELDS = 10;
const MAX_KEYS = 100;

/**
 * Answers operations as an app with this schema would: the fields that a test gave, something for each other one that may not be
 * null, and null. Refuses what apps refuse: many root fields, many keys, many values.
 */
export class SchemaDouble {
  readonly calls: DoubleCall[] = [];
  said: Said = {};

  constructor(private readonly schema: GraphQLSchema) {}

  /** The answer to a request, as JSON. */
  answer(text: string): string {
    const { query, variables } = JSON.parse(text) as { query: string; variables?: Record<string, unknown> };
    const call: DoubleCall = { fields: [], args: [] };
    this.calls.push(call);
    const document = parse(query);
    const operation = document.definitions.find((one): one is OperationDefinitionNode => 'operation' in one)!;
    const cost = costOf({ schema: this.schema, document, operation, variables: variables ?? {} }, MAX_VALUES);
    if (cost.rootFields > MAX_ROOT_FIELDS) return refusal('root fields');
    if (cost.values > MAX_VALUES) return refusal('values');
    const answer = graphqlSync({
      schema: this.schema,
      source: query,
      variableValues: variables,
      rootValue: this.said,
      fieldResolver: (source: Said, args, _context, info) => {
        if (info.path.prev === undefined) {
          call.fields.push(info.fieldName);
          call.args.push(args);
        }
        if (Object.values(args).some((value) => Array.isArray(value) && value.length > MAX_KEYS))
          throw new Error('too many keys');
        const value = source[info.fieldName];
        if (typeof value === 'function') return (value as (given: unknown) => unknown)(args);
        return value === undefined ? somethingOf(info.returnType) : value;
      },
    });
    return JSON.stringify({ ...answer, errors: answer.errors?.map(withCode) });
  }
}

/** The least that a field may answer. */
function somethingOf(type: GraphQLOutputType): unknown {
  if (!isNonNullType(type)) return null;
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [];
  const named = getNamedType(nullable);
  if (isObjectType(named)) return {};
  if (isEnumType(named)) return named.getValues()[0]!.value;
  return (
    { Int: 1, Float: 1, Boolean: false, DateTime: '2026-01-01T00:00:00.000Z', JSONObject: {} }[named.name] ?? 'text'
  );
}

const withCode = ({ message, path, originalError }: GraphQLError) => ({
  message,
  path,
  extensions: { code: originalError ? 'PermissionDenied' : 'GRAPHQL_VALIDATION_FAILED' },
});

const refusal = (what: string): string =>
  JSON.stringify({ data: null, errors: [{ message: `Too many ${what}.`, extensions: { code: 'ValidationError' } }] });
