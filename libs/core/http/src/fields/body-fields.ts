import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { field, type FieldDescription } from './documented.js';
import { isE164, isEmailAddress, isPublicId, isTimestamp, isTimeZone, isUuid } from './formats.js';
import { NestedClass } from './nested-class.js';
import { lengthRules } from './length.js';
import { patternRule, rule } from './rule.js';

interface TextOptions extends FieldDescription {
  /** Fewest characters; 0 if absent. */
  min?: number;
  max: number;
  pattern?: RegExp;
  /** Requirement of the pattern, as the end of the error message: "must be …". */
  form?: string;
}

/** A text of `min` to `max` characters. */
export function Text({ min = 0, max, pattern, form, ...description }: TextOptions): PropertyDecorator {
  const rules = [IsString(), ...lengthRules(min, max), ...(pattern ? [patternRule(pattern, form)] : [])];
  const schema = {
    type: String,
    maxLength: max,
    ...(min > 0 && { minLength: min }),
    ...(pattern && { pattern: pattern.source }),
  };
  return field(schema, description, ...rules);
}

/** A whole number from `min` to `max`. */
export function Integer({
  min,
  max,
  ...description
}: { min: number; max: number } & FieldDescription): PropertyDecorator {
  return field({ type: 'integer', minimum: min, maximum: max }, description, IsInt(), Min(min), Max(max));
}

/** A number from `min` to `max`, whole or not. */
export function Decimal({
  min,
  max,
  ...description
}: { min: number; max: number } & FieldDescription): PropertyDecorator {
  const schema = { type: 'number', minimum: min, maximum: max };
  return field(schema, description, IsNumber({ allowNaN: false, allowInfinity: false }), Min(min), Max(max));
}

/** A JSON boolean; the texts "true" and "false" are invalid. */
export function Flag(description: FieldDescription = {}): PropertyDecorator {
  return field({ type: Boolean }, description, IsBoolean());
}

/** One of a closed list of texts. */
export function OneOf(values: readonly string[], description: FieldDescription = {}): PropertyDecorator {
  return field({ type: String, enum: [...values] }, description, IsIn([...values]));
}

/** An e-mail address, without a display name. */
export function EmailAddress(description: FieldDescription = {}): PropertyDecorator {
  return field(
    { type: String, format: 'email', maxLength: 254, example: 'ana@example.com' },
    description,
    rule('isEmailAddress', isEmailAddress, 'must be an e-mail address'),
  );
}

/** A telephone number in E.164. */
export function E164(description: FieldDescription = {}): PropertyDecorator {
  return field(
    { type: String, pattern: '^\\+[1-9]\\d{6,14}$', example: '+5511987654321' },
    description,
    rule('isE164', isE164, 'must be a telephone number in E.164, such as +5511987654321'),
  );
}

const ID_EXAMPLE = '0123456789abcdef';
const UUID_EXAMPLE = '01939e2c-6f5b-7c3a-9d41-2b8f0e6a7c15';

/** A public id such as `msg_0123456789abcdef`. */
export function PublicId(prefix: string, description: FieldDescription = {}): PropertyDecorator {
  return field(
    { type: String, pattern: `^${prefix}_[0-9a-f]{16}$`, example: `${prefix}_${ID_EXAMPLE}` },
    description,
    rule('isPublicId', (value) => isPublicId(prefix, value), `must be an id of the form ${prefix}_<16 hex digits>`),
  );
}

export function Uuid(description: FieldDescription = {}): PropertyDecorator {
  return field(
    { type: String, format: 'uuid', example: UUID_EXAMPLE },
    description,
    rule('isUuid', isUuid, 'must be a UUID'),
  );
}

/** The name of a time zone by IANA. */
export function TimeZone(description: FieldDescription = {}): PropertyDecorator {
  return field(
    { type: String, example: 'America/Sao_Paulo' },
    description,
    rule('isTimeZone', isTimeZone, 'must be a time zone, such as America/Sao_Paulo'),
  );
}

/** A time in RFC 3339. The value stays a text. */
export function Timestamp(description: FieldDescription = {}): PropertyDecorator {
  return field(
    { type: String, format: 'date-time', example: '2026-11-02T09:30:00Z' },
    description,
    rule('isTimestamp', isTimestamp, 'must be a timestamp in RFC 3339, such as 2026-08-28T12:00:00Z'),
  );
}

/** An object of the given class. `type` is a function because the class may be declared later in the file. */
export function Nested(type: () => new () => object, description: FieldDescription = {}): PropertyDecorator {
  return field(
    { type: () => type() },
    description,
    NestedClass(type),
    rule('isObject', isObject, 'must be an object'),
    ValidateNested(),
  );
}

interface ListOptions extends FieldDescription {
  min?: number;
  max: number;
}

/** A list of objects of the given class. */
export function ListOf(type: () => new () => object, { min = 0, max, ...description }: ListOptions): PropertyDecorator {
  const items = rule('isObject', isObject, 'must be an object', true);
  return field(
    { type: () => type(), isArray: true, minItems: min, maxItems: max },
    description,
    NestedClass(type),
    ...sizeRules(min, max),
    items,
    ValidateNested(),
  );
}

interface TextListOptions extends ListOptions {
  /** The form of each item; any text if absent. */
  item?: { test: (value: unknown) => boolean; message: string; schema?: object };
  /** Most characters of an item. */
  itemMax?: number;
}

/** A list of texts. */
export function TextList({ min = 0, max, itemMax = 1000, item, ...description }: TextListOptions): PropertyDecorator {
  const rules = item
    ? [rule('item', item.test, item.message, true)]
    : [IsString({ each: true }), ...lengthRules(0, itemMax, true)];
  const items = { type: 'string', ...(!item && { maxLength: itemMax }), ...item?.schema };
  return field({ type: 'array', items, minItems: min, maxItems: max }, description, ...sizeRules(min, max), ...rules);
}

/** Forms of items for `TextList({ item })`. */
export const ITEM = {
  email: {
    test: isEmailAddress,
    message: 'must be an e-mail address',
    schema: { format: 'email', example: 'ana@example.com' },
  },
  e164: { test: isE164, message: 'must be a telephone number in E.164', schema: { pattern: '^\\+[1-9]\\d{6,14}$' } },
  uuid: { test: isUuid, message: 'must be a UUID', schema: { format: 'uuid', example: UUID_EXAMPLE } },
  publicId: (prefix: string) => ({
    test: (value: unknown) => isPublicId(prefix, value),
    message: `must be an id of the form ${prefix}_<16 hex digits>`,
    schema: { pattern: `^${prefix}_[0-9a-f]{16}$`, example: `${prefix}_${ID_EXAMPLE}` },
  }),
  oneOf: (values: readonly string[]) => ({
    test: (value: unknown) => typeof value === 'string' && values.includes(value),
    message: `must be one of the following values: ${values.join(', ')}`,
    schema: { enum: [...values] },
  }),
} as const;

function sizeRules(min: number, max: number): PropertyDecorator[] {
  return [IsArray(), ...(min > 0 ? [ArrayMinSize(min)] : []), ArrayMaxSize(max)];
}

interface MapOptions extends FieldDescription {
  /** Most keys. */
  max: number;
  /** Most characters of a key. */
  keyMax?: number;
  /** Most characters of a value. */
  valueMax?: number;
}

/** An object with any keys and texts as values, such as tags. */
export function TextMap({ max, keyMax = 100, valueMax = 1000, ...description }: MapOptions): PropertyDecorator {
  const test = (value: unknown): boolean =>
    isObject(value) &&
    Object.keys(value).length <= max &&
    Object.entries(value).every(
      ([key, text]) => key.length > 0 && key.length <= keyMax && typeof text === 'string' && text.length <= valueMax,
    );
  const message = `must be an object of at most ${max} texts, with keys of 1 to ${keyMax} and values of up to ${valueMax} characters`;
  return field(
    { type: 'object', additionalProperties: { type: 'string', maxLength: valueMax }, maxProperties: max },
    description,
    rule('isTextMap', test, message),
  );
}

/** An object with any content of at most `maxBytes` bytes as JSON. */
export function FreeObject({ maxBytes, ...description }: { maxBytes: number } & FieldDescription): PropertyDecorator {
  const test = (value: unknown): boolean => isObject(value) && Buffer.byteLength(JSON.stringify(value)) <= maxBytes;
  return field(
    { type: 'object', additionalProperties: true },
    description,
    rule('isFreeObject', test, `must be an object of at most ${maxBytes} bytes`),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
