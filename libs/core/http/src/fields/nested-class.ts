import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';

/** A class whose objects are validated. */
export type DtoClass = new () => object;

const NESTED = Symbol('http:nested');

/** Sets the class that the value of a property (or each of its items) is validated as. */
export function NestedClass(type: () => DtoClass): PropertyDecorator {
  return (prototype, property) => Reflect.defineMetadata(NESTED, type, prototype, property);
}

/** The class of a nested property: by `@Nested`/`@ListOf`, by class-transformer's `@Type`, or by its declared type. */
export function nestedClassOf(dto: DtoClass, property: string): DtoClass | undefined {
  const prototype: object = dto.prototype;
  const declared = Reflect.getMetadata(NESTED, prototype, property) as (() => DtoClass) | undefined;
  if (declared) return declared();
  return transformedClassOf(dto, property) ?? classOrNone(Reflect.getMetadata('design:type', prototype, property));
}

/** class-transformer does not say which class `@Type` declares, but makes an object of it. */
function transformedClassOf(dto: DtoClass, property: string): DtoClass | undefined {
  const made = plainToInstance(dto, { [property]: {} }) as Record<string, object | undefined>;
  return classOrNone(made[property]?.constructor);
}

function classOrNone(type: unknown): DtoClass | undefined {
  return typeof type === 'function' && type !== Object && type !== Array ? (type as DtoClass) : undefined;
}
