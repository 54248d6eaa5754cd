import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { graphqlData } from './graphql.js';
import type { HttpClient } from './http-client.js';

/** A field of Query or Mutation. */
export interface RootField {
  kind: 'query' | 'mutation';
  name: string;
  args: readonly GraphQLArgument[];
  /** Whether its answer has no fields. */
  isLeaf: boolean;
}

/** An argument, or a field of an input in one, that takes a value of a scalar or an enumeration. */
export interface ArgumentPlace {
  field: RootField;
  path: readonly string[];
  type: GraphQLInputType;
}

/** A root field with the values of its arguments. */
export interface RootCall {
  field: RootField;
  values: Record<string, unknown>;
}

export async function schemaOf(member: HttpClient): Promise<GraphQLSchema> {
  return buildClientSchema((await graphqlData(member, getIntrospectionQuery())) as IntrospectionQuery);
}

export function rootFieldsOf(schema: GraphQLSchema): RootField[] {
  const types = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const;
  return types.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({
      kind,
      name: field.name,
      args: field.args,
      isLeaf: isLeafType(getNamedType(field.type)),
    })),
  );
}

export function argumentPlacesOf(field: RootField): ArgumentPlace[] {
  return field.args.flatMap(({ name, type }) => placesBelow(type, [name])).map((one) => ({ field, ...one }));
}

function placesBelow(type: GraphQLInputType, path: string[], within: string[] = []): Omit<ArgumentPlace, 'field'>[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [{ path, type }];
  if (within.includes(named.name)) return [];
  const fields = Object.values(named.getFields());
  return fields.flatMap((one) => placesBelow(one.type, [...path, one.name], [...within, named.name]));
}

/** A call of the place's field with this value there, and with as little else as it requires. */
export function callWith({ field, path }: ArgumentPlace, value: unknown): RootCall {
  return { field, values: membersOf(field.args, path, value) };
}

function membersOf(
  members: readonly (GraphQLArgument | GraphQLInputField)[],
  [name, ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const isRequired = ({ type, defaultValue }: GraphQLInputField) => isNonNullType(type) && defaultValue === undefined;
  const given = members.filter((one) => one.name === name || isRequired(one));
  return Object.fromEntries(
    given.map((one) => [one.name, one.name === name ? valueAt(one.type, rest, value) : sampleOf(one.type)]),
  );
}

function valueAt(type: GraphQLInputType, path: readonly string[], value: unknown): unknown {
  if (isNonNullType(type)) return valueAt(type.ofType as GraphQLInputType, path, value);
  if (isListType(type)) return [valueAt(type.ofType as GraphQLInputType, path, value)];
  return isInputObjectType(type) && path.length > 0 ? membersOf(Object.values(type.getFields()), path, value) : value;
}

/** A value of the type; ids and texts are of nothing that there is. */
export function sampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType as GraphQLInputType);
  if (isListType(type)) return [sampleOf(type.ofType as GraphQLInputType)];
  if (isInputObjectType(type)) return membersOf(Object.values(type.getFields()), [], undefined);
  if (isEnumType(type)) return type.getValues()[0]?.name;
  const samples: Record<string, unknown> = { Int: 1, Float: 1, Boolean: true, JSONObject: {} };
  return type.name in samples ? samples[type.name] : type.name === 'DateTime' ? '2026-01-01T00:00:00.000Z' : 'sample';
}

/** A value as a query has it. */
function literalOf(value: unknown, type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (Array.isArray(value)) return `[${value.map((one) => literalOf(one, type)).join(', ')}]`;
  if (isEnumType(named)) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const types = isInputObjectType(named) ? named.getFields() : {};
  const members = Object.entries(value).map(([name, one]) => `${name}: ${literalOf(one, types[name]?.type ?? type)}`);
  return `{ ${members.join(', ')} }`;
}

const answerOf = ({ isLeaf }: RootField): string => (isLeaf ? '' : '{ __typename }');

const typeOf = ({ args }: RootField, name: string): GraphQLInputType => args.find((one) => one.name === name)!.type;

const aliased = (calls: readonly RootCall[], valueOf: (call: RootCall, name: string, index: number) => string) =>
  calls.map((call, index) => {
    const given = Object.keys(call.values).map((name) => `${name}: ${valueOf(call, name, index)}`);
    return `c${index}: ${call.field.name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${answerOf(call.field)}`;
  });

/** One query text for calls of one kind, whose values stand in it, each under the alias `c` and its index. */
export function queryFor(calls: readonly RootCall[]): string {
  const fields = aliased(calls, ({ field, values }, name) => literalOf(values[name], typeOf(field, name)));
  return `${calls[0]?.field.kind} { ${fields.join('\n')} }`;
}

/** The same with the values in variables. */
export function operationFor(calls: readonly RootCall[]): { query: string; variables: Record<string, unknown> } {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const fields = aliased(calls, ({ field, values }, name, index) => {
    const variable = `c${index}_${name}`;
    variables[variable] = values[name];
    declared.push(`$${variable}: ${String(typeOf(field, name))}`);
    return `$${variable}`;
  });
  const heading = declared.length > 0 ? `(${declared.join(', ')})` : '';
  return { query: `${calls[0]?.field.kind} ${heading} { ${fields.join('\n')} }`, variables };
}
