import type { GraphQLFieldResolver, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { Problem } from '../problem/problem.js';
import { namedTypeOf } from './operation-cost.js';

const MIB = 1024 * 1024;
const MAX_MIB = 4;

/** Quotes, colon and comma of a member of a JSON object. */
const SYNTAX_BYTES = 6;
/** A number or a boolean. */
const SCALAR_BYTES = 16;
const TIME_BYTES = 26;
/** A text up to this length counts as its characters: to tell its bytes takes longer than the rest of its field. */
const SHORT_TEXT = 256;

/** Counts the bytes of one GraphQL answer while its fields are resolved. */
export class AnswerMeter {
  #left = MAX_MIB * MIB;

  /** @throws Problem ValidationError when the answer is too large */
  add(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    const message = `The answer is larger than ${MAX_MIB} MiB; ask for fewer fields, or for a smaller page.`;
    throw new Problem('ValidationError', { message });
  }
}

/** The context of an operation on a metered schema. */
export interface MeteredContext {
  answer: AnswerMeter;
}

type Resolver = GraphQLFieldResolver<unknown, MeteredContext>;

/** Makes every field of the schema that holds a value, not an object, add its bytes to the meter of its operation. */
export function meterAnswers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || !isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if ('serialize' in namedTypeOf(field.type)) field.resolve = metered(field.resolve as Resolver | undefined);
    }
  }
  return schema;
}

/** Compares names: a process that loads the package as a module and as CommonJS has two classes. */
const isObjectType = (type: object): type is GraphQLObjectType =>
  Object.prototype.toString.call(type) === '[object GraphQLObjectType]';

function metered(resolve: Resolver = propertyOf): Resolver {
  return (source, args, context, info) => {
    const name = (info.path.key as string).length;
    const count = <T>(value: T): T => {
      context.answer.add(name + SYNTAX_BYTES + bytesOf(value));
      return value;
    };
    const value = resolve(source, args, context, info);
    return value instanceof Promise ? value.then(count) : count(value);
  };
}

/** The library's default: a property, or what a method of that name returns. */
const propertyOf: Resolver = (source, args, context, { fieldName }) => {
  const value = (source as Record<string, unknown>)[fieldName];
  return typeof value === 'function' ? (value as Function).call(source, args, context) : value;
};

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length > SHORT_TEXT ? Buffer.byteLength(value) : value.length;
  if (value instanceof Date) return TIME_BYTES;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + SYNTAX_BYTES + bytesOf(item), 0);
  if (typeof value === 'object' && value !== null) return Buffer.byteLength(JSON.stringify(value));
  return SCALAR_BYTES;
}
