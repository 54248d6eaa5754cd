import 'reflect-metadata';
import { Field, Float, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { DECORATORS } from '@nestjs/swagger';
import { graphqlName } from '#libs/core/http';
import { JsonObject, JsonValue, WholeNumber } from './scalars.js';

type Class = new () => object;
type GraphqlType = Class | typeof String | typeof Boolean | typeof Int | typeof Float | typeof ID | typeof Date;

/** Metadata of a property that `@ApiProperty`, and with it every field decorator of libs/core/http, records. */
interface PropertySchema {
  type?: string | Function;
  format?: string;
  isArray?: boolean;
  items?: PropertySchema;
  enum?: readonly string[];
  /** Values of several types. */
  oneOf?: readonly object[];
  maximum?: number;
  required?: boolean;
  nullable?: boolean;
  /** A whole number of any size. */
  'x-every-digit'?: boolean;
  description?: string;
}

/** The largest `Int` of GraphQL. */
const INT_MAX = 2 ** 31 - 1;

/**
 * Makes a class that answers REST a type of GraphQL, too: each property that the OpenAPI document describes is a field of
 * that name, which begins with a small letter. Classes of its properties need the decorator as well.
 */
export function GraphqlObject(name: string, description?: string): ClassDecorator {
  return (target) => {
    declareFields(target.prototype as object, 'output');
    ObjectType(name, { description })(target);
  };
}

/**
 * Makes the class of a body an input of GraphQL, too: a mutation that takes it as `@Args('input')` validates it by the same
 * rules. Classes of its properties need the decorator as well.
 */
export function GraphqlInput(name: string, description?: string): ClassDecorator {
  return (target) => {
    declareFields(target.prototype as object, 'input');
    InputType(name, { description })(target);
  };
}

function declareFields(prototype: object, use: 'input' | 'output'): void {
  const names = (Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, prototype) ?? []) as string[];
  for (const name of names.map((marked) => marked.slice(1))) {
    const schema = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, prototype, name) as PropertySchema;
    const isList = schema.isArray === true || schema.type === 'array';
    const type = (): GraphqlType => typeOf(name, isList ? (schema.items ?? schema) : schema, use);
    Field(() => (isList ? [type()] : type()), {
      name: graphqlName(name),
      nullable: schema.required === false || schema.nullable === true,
      description: descriptionOf(schema),
    })(prototype, name);
  }
}

function typeOf(name: string, schema: PropertySchema, use: 'input' | 'output'): GraphqlType {
  const { type, format, maximum = 0, oneOf } = schema;
  if (schema['x-every-digit']) return WholeNumber;
  if (oneOf) return JsonValue;
  switch (type) {
    case String:
    case 'string':
      if (name === 'id' || name === 'Id') return ID;
      // An input stays a text, which its rules judge.
      return format === 'date-time' && use === 'output' ? Date : String;
    case Boolean:
    case 'boolean':
      return Boolean;
    case 'integer':
      return maximum > INT_MAX || format === 'int64' ? Float : Int;
    case Number:
    case 'number':
      return Float;
    case Object:
    case 'object':
      return JsonObject;
    default:
      if (typeof type !== 'function') throw new Error(`The property ${name} has no type that GraphQL knows`);
      return isClass(type) ? type : (type as () => Class)();
  }
}

const isClass = (type: Function): type is Class => /^class\b/.test(Function.prototype.toString.call(type));

function descriptionOf({ description, enum: values, items }: PropertySchema): string | undefined {
  const allowed = values ?? items?.enum;
  const parts = [description, allowed && allowed.join(' | ')].filter(Boolean);
  return parts.length > 0 ? parts.join('; ') : undefined;
}
