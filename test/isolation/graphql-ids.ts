import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { graphqlData } from '../support/graphql.js';
import type { HttpClient } from '../support/http-client.js';
import { collectionNamed } from './id-places.js';
import type { AppResources } from './resources.js';

/** A root field of a schema. */
export interface RootField {
  kind: 'Query' | 'Mutation';
  name: string;
  field: GraphQLField<unknown, unknown>;
}

/** A place in the arguments of a field that takes an id. */
export interface ArgumentPlace {
  path: readonly (string | number)[];
  collection: string;
  /** Whether the field is about what the id names, and so cannot be without it. */
  isRequired: boolean;
}

/**
 * The root fields of the schema that a client reads.
 * @throws Error if a field below the roots takes an id, or there are subscriptions: the suites would not try them
 */
export async function rootFieldsOf(client: HttpClient): Promise<RootField[]> {
  const schema = buildClientSchema((await graphqlData(client, getIntrospectionQuery())) as IntrospectionQuery);
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
  if (schema.getSubscriptionType()) throw new Error('The suite of ids tries no subscription');
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type === query || type === mutation || type.name.startsWith('__')) continue;
    for (const { name, args } of Object.values(type.getFields()))
      if (args.some((one) => getNamedType(one.type).name === 'ID'))
        throw new Error(`The suite of ids does not try ${type.name}.${name}`);
  }
  return (
    [
      ['Query', query],
      ['Mutation', mutation],
    ] as const
  ).flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({ kind, name: field.name, field })),
  );
}

/** The places of a field that take ids. */
export function argumentPlacesOf({ name, field }: RootField, resources: AppResources): ArgumentPlace[] {
  return field.args.flatMap((one) => {
    if (getNamedType(one.type).name !== 'ID') return inputPlaces(one, [one.name]);
    return { path: [one.name], collection: collectionOf(one.name), isRequired: isNonNullType(one.type) };
  });

  function collectionOf(argument: string): string {
    const { arguments: named, fields } = resources.graphql;
    const found = named[`${name}(${argument})`] ?? named[argument] ?? fields.find(([part]) => part.test(name))?.[1];
    if (!found) throw new Error(`The tables of test/isolation do not know what ${name}(${argument}) is an id of`);
    return found;
  }

  function inputPlaces(one: GraphQLArgument | GraphQLInputField, path: (string | number)[]): ArgumentPlace[] {
    const type = getNamedType(one.type);
    const here = isList(one.type) ? [...path, 0] : path;
    if (isInputObjectType(type))
      return Object.values(type.getFields()).flatMap((inner) => inputPlaces(inner, [...here, inner.name]));
    // The wire names of REST are those of GraphQL, but for the case of the first letter.
    const wire = [one.name, one.name.charAt(0).toUpperCase() + one.name.slice(1)];
    const word = wire.find((each) => each in resources.noIds || each in resources.fields) ?? one.name;
    const collection = collectionNamed(resources, name, word, type.name === 'ID');
    return collection ? [{ path: here, collection, isRequired: false }] : [];
  }
}

const isList = (type: GraphQLInputType): boolean => isListType(isNonNullType(type) ? type.ofType : type);

/** Tells that a field is a list that says how many items it has. */
export function isCounted({ kind, field }: RootField): boolean {
  const type = getNamedType(field.type);
  return kind === 'Query' && isObjectType(type) && 'countAtLeast' in type.getFields();
}

/** The operation with one field, whose arguments are variables. @param selected of its answer, which has fields */
export function operationOf({ kind, name, field }: RootField, variables: object, selected = '__typename'): string {
  const given = field.args.filter((one) => one.name in variables);
  const declared = given.map((one) => `$${one.name}: ${String(one.type)}`).join(', ');
  const passed = given.map((one) => `${one.name}: $${one.name}`).join(', ');
  const answer = isLeafType(getNamedType(field.type)) ? '' : ` { ${selected} }`;
  return `${kind.toLowerCase()} ${declared && `(${declared})`} { ${name}${passed && `(${passed})`}${answer} }`;
}

/** Values of the arguments that a field requires, by their types. */
export function sampleVariables({ field }: RootField): Record<string, unknown> {
  return Object.fromEntries(
    field.args.filter((one) => isNonNullType(one.type)).map((one) => [one.name, sampleOf(one.type)]),
  );
}

function sampleOf(given: GraphQLInputType): unknown {
  const type = isNonNullType(given) ? given.ofType : given;
  if (isListType(type)) return [sampleOf(type.ofType as GraphQLInputType)];
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((one) => isNonNullType(one.type));
    return Object.fromEntries(required.map((one) => [one.name, sampleOf(one.type)]));
  }
  if (isEnumType(type)) return type.getValues()[0]?.name;
  const samples: Record<string, unknown> = { Int: 1, Float: 1, Boolean: true, JSONObject: {} };
  return samples[getNamedType(type).name] ?? 'x';
}
