import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { Argument, type ArgumentType } from '../graphql/arguments.js';
import { field, type FieldDescription } from './documented.js';
import { isDate, isPublicId, isTimestamp, isTimeZone, isUuid } from './formats.js';
import { lengthRules } from './length.js';
import { MayBeAbsent } from './presence.js';
import { patternRule, rule } from './rule.js';
import { FromText } from './text-conversion.js';

/** A query parameter may be absent unless it is `required`; the handler then gets `default`. */
interface QueryOptions<T> extends FieldDescription {
  default?: T;
  required?: boolean;
}

interface QueryField<T> {
  /** Its schema in the OpenAPI document. */
  schema: { enum?: readonly string[]; [keyword: string]: unknown };
  /** Its type as an argument of GraphQL. */
  argument: ArgumentType;
  options: QueryOptions<T>;
  convert?: (text: string) => unknown;
  takesAny?: boolean;
}

/** A query parameter. In a class with `@ArgsType()` it is also a GraphQL argument with the same rules. */
function queryField<T>(
  { schema, argument, options, convert, takesAny }: QueryField<T>,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  const { default: fallback, required = false, ...description } = options;
  const documented = { ...schema, required, ...(fallback !== undefined && { default: fallback }) };
  const presence = required ? [] : [MayBeAbsent()];
  // Nullable also with a default: null, the value of a variable that a client leaves empty, is the default.
  const text = { description: withValues(description.description, schema.enum) };
  const argumentOptions = required ? text : { ...text, nullable: true as const, defaultValue: fallback };
  return applyDecorators(
    field(documented, description, ...presence, FromText({ convert, fallback, takesAny }), ...rules),
    Argument(argument, argumentOptions),
  );
}

/** GraphQL has such a text as String: its description names the values. */
const withValues = (description?: string, values?: readonly string[]): string | undefined =>
  [description, values?.join(' | ')].filter(Boolean).join('; ') || undefined;

/** The largest `Int` of GraphQL. Arguments that may be larger have the type String. */
const INT_MAX = 2 ** 31 - 1;

/** A whole number from `min` to `max`. */
export function QueryInteger({
  min,
  max,
  ...options
}: { min: number; max: number } & QueryOptions<number>): PropertyDecorator {
  const schema = { type: 'integer', minimum: min, maximum: max };
  const argument = max > INT_MAX ? String : 'Int';
  return queryField({ schema, argument, options, convert: toInteger }, IsInt(), Min(min), Max(max));
}

/** The size of a page: 1 to `max`. */
export const PageLimit = (max: number, fallback: number = Math.min(50, max)): PropertyDecorator =>
  QueryInteger({ min: 1, max, default: fallback, description: 'How many items a page holds.' });

export function QueryText({
  max,
  pattern,
  form,
  ...options
}: { max: number; pattern?: RegExp; form?: string } & QueryOptions<string>): PropertyDecorator {
  const schema = { type: String, maxLength: max, ...(pattern && { pattern: pattern.source }) };
  return queryField(
    { schema, argument: String, options },
    IsString(),
    ...lengthRules(0, max),
    ...(pattern ? [patternRule(pattern, form)] : []),
  );
}

/** A text whose unusable values, too long ones or with a NUL, count as absent. */
export function QueryLenientText({ max, ...options }: { max: number } & QueryOptions<string>): PropertyDecorator {
  const schema = { type: String, maxLength: max };
  const convert = (text: string) => (text.length > max || text.includes('\u0000') ? '' : text);
  return queryField({ schema, argument: String, options, convert, takesAny: true }, IsString(), ...lengthRules(0, max));
}

export function QueryEnum(values: readonly string[], options: QueryOptions<string> = {}): PropertyDecorator {
  const schema = { type: String, enum: [...values] };
  return queryField({ schema, argument: String, options }, IsIn([...values]));
}

/** `true` or `false`. */
export function QueryBoolean(options: QueryOptions<boolean> = {}): PropertyDecorator {
  return queryField({ schema: { type: Boolean }, argument: Boolean, options, convert: toBoolean }, IsBoolean());
}

export function QueryTimestamp(options: QueryOptions<string> = {}): PropertyDecorator {
  const form = rule('isTimestamp', isTimestamp, 'must be a timestamp in RFC 3339, such as 2026-08-28T12:00:00Z');
  return queryField({ schema: { type: String, format: 'date-time' }, argument: String, options }, form);
}

/** A date without a time, such as 2026-08-28. */
export function QueryDate(options: QueryOptions<string> = {}): PropertyDecorator {
  const form = rule('isDate', isDate, 'must be a date, such as 2026-08-28');
  return queryField({ schema: { type: String, format: 'date' }, argument: String, options }, form);
}

/** A timestamp, or a date for the whole day. */
export function QueryMoment(options: QueryOptions<string> = {}): PropertyDecorator {
  const isMoment = (value: unknown) => isDate(value) || isTimestamp(value);
  const form = rule('isMoment', isMoment, 'must be a date, such as 2026-08-28, or a timestamp in RFC 3339');
  return queryField({ schema: { type: String }, argument: String, options }, form);
}

/** The name of a time zone by IANA. */
export function QueryTimeZone(options: QueryOptions<string> = {}): PropertyDecorator {
  const form = rule('isTimeZone', isTimeZone, 'must be a time zone, such as America/Sao_Paulo');
  return queryField({ schema: { type: String }, argument: String, options }, form);
}

export function QueryPublicId(prefix: string, options: QueryOptions<string> = {}): PropertyDecorator {
  const message = `must be an id of the form ${prefix}_<16 hex digits>`;
  const form = rule('isPublicId', (value) => isPublicId(prefix, value), message);
  const schema = { type: String, pattern: `^${prefix}_[0-9a-f]{16}$` };
  return queryField({ schema, argument: 'ID', options }, form);
}

export function QueryUuid(options: QueryOptions<string> = {}): PropertyDecorator {
  const form = rule('isUuid', isUuid, 'must be a UUID');
  return queryField({ schema: { type: String, format: 'uuid' }, argument: 'ID', options }, form);
}

/** A list of texts that only GraphQL takes: the keys of a field that answers many at once. */
export function TextKeys({ max, itemMax }: { max: number; itemMax: number }): PropertyDecorator {
  const items = { type: 'string', maxLength: itemMax };
  const rules = [IsArray(), ArrayMaxSize(max), IsString({ each: true }), ...lengthRules(0, itemMax, true)];
  return applyDecorators(field({ type: 'array', items, maxItems: max }, {}, FromText({}), ...rules));
}

/** A text that is no number stays a text, and the rule rejects it. */
const toInteger = (text: string): unknown => (/^-?\d{1,16}$/.test(text) ? Number(text) : text);
const toBoolean = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text);
