import 'reflect-metadata';
import { createRequire } from 'node:module';

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
  const transformed = typeStorage.findTypeMetadata(dto, property)?.typeFunction();
  if (transformed) return transformed;
  const type: unknown = Reflect.getMetadata('design:type', prototype, property);
  return typeof type === 'function' && type !== Object && type !== Array ? (type as DtoClass) : undefined;
}

interface TypeStorage {
  findTypeMetadata(target: DtoClass, property: string): { typeFunction(): DtoClass } | undefined;
}

/** class-transformer does not export its metadata. */
const { defaultMetadataStorage: typeStorage } = createRequire(import.meta.url)('class-transformer/cjs/storage.js') as {
  defaultMetadataStorage: TypeStorage;
};
