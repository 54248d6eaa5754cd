import { Scalar, type CustomScalar } from '@nestjs/graphql';
import { GraphQLError, Kind, type ValueNode } from 'graphql';

/** A time: a `Date`, or the text in RFC 3339 that the class of an answer has in its place. */
@Scalar('DateTime', () => Date)
export class DateTime implements CustomScalar<string, Date> {
  description = 'A time in RFC 3339, such as 2026-08-28T12:00:00.000Z';

  serialize(value: unknown): string {
    return value instanceof Date ? value.toISOString() : String(value);
  }

  parseValue(value: unknown): Date {
    const time = new Date(typeof value === 'string' ? value : Number.NaN);
    if (Number.isNaN(time.getTime())) throw new GraphQLError('The value must be a time in RFC 3339.');
    return time;
  }

  parseLiteral(node: ValueNode): Date {
    return this.parseValue(node.kind === Kind.STRING ? node.value : undefined);
  }
}

/** A JSON object that has no type of its own, such as a page document. */
@Scalar('JSONObject')
export class JsonObject implements CustomScalar<object, object> {
  description = 'A JSON object';

  serialize(value: unknown): object {
    return value as object;
  }

  parseValue(value: unknown): object {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new GraphQLError('The value must be a JSON object.');
    return value;
  }

  parseLiteral(node: ValueNode, variables?: Readonly<Record<string, unknown>> | null): object {
    return this.parseValue(valueOf(node, variables ?? {}));
  }
}

/** Any JSON value, for what has several types, such as the value of a criterion. */
@Scalar('JSON')
export class JsonValue implements CustomScalar<unknown, unknown> {
  description = 'Any JSON value';

  serialize(value: unknown): unknown {
    return value;
  }

  parseValue(value: unknown): unknown {
    return value;
  }

  parseLiteral(node: ValueNode, variables?: Readonly<Record<string, unknown>> | null): unknown {
    return valueOf(node, variables ?? {});
  }
}

/** The value of a literal. Own properties only: a key may be `__proto__`. */
function valueOf(node: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  switch (node.kind) {
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, valueOf(value, variables)]));
    case Kind.LIST:
      return node.values.map((value) => valueOf(value, variables));
    case Kind.INT:
    case Kind.FLOAT:
      return numberOf(node.value);
    case Kind.VARIABLE:
      return variables[node.name.value];
    case Kind.NULL:
      return null;
    default:
      return node.value;
  }
}

/** The number of a literal. @throws GraphQLError if it would be another one, as JSON bodies are refused */
function numberOf(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && (Number.isSafeInteger(number) || !Number.isInteger(number))) return number;
  throw new GraphQLError(`${text} is a number beyond 2^53, which would be altered: send it as text.`);
}

/** A whole number beyond the 53 bits that numbers of JSON keep in most programs. */
@Scalar('WholeNumber')
export class WholeNumber implements CustomScalar<string, string> {
  description = 'A whole number of any size: answered as a text of its digits, taken as a text or as a number';

  serialize(value: unknown): string {
    return String(value);
  }

  parseValue(value: unknown): string {
    const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof digits !== 'string' || !/^-?\d{1,40}$/.test(digits))
      throw new GraphQLError('The value must be a whole number, or a text of its digits.');
    return digits;
  }

  parseLiteral(node: ValueNode): string {
    return this.parseValue(node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : undefined);
  }
}
