import 'reflect-metadata';
import { getMetadataStorage } from 'class-validator';

/** A configuration class: every property with a class-validator decorator is read from the environment. */
export type ConfigClass<T extends object> = new () => T;

interface VariableOptions {
  variable?: string;
  secret?: boolean;
  developmentDefault?: unknown;
  /** Production may have the development default, if it is set there. */
  sameInProduction?: boolean;
}

/** A property of a configuration class and the variable of its value. */
export interface Variable extends VariableOptions {
  property: string;
  name: string;
  type: unknown;
}

const OPTIONS = Symbol('config:options');

/** Reads the property from the named variable instead of the default one (`databaseUrl` → `DATABASE_URL`). */
export function FromVariable(name: string): PropertyDecorator {
  return withOptions({ variable: name });
}

/** Marks a value that logs and the printed configuration must not show. */
export function Secret(): PropertyDecorator {
  return withOptions({ secret: true });
}

/** Value of an unset variable outside production. Production requires a value, and a different one. */
export function DevelopmentDefault(value: unknown): PropertyDecorator {
  return withOptions({ developmentDefault: value });
}

/** Value of an unset variable outside production. Production requires a value, which may be the same one. */
export function ChosenInProduction(value: unknown): PropertyDecorator {
  return withOptions({ developmentDefault: value, sameInProduction: true });
}

/** Every variable of a configuration class, in order of declaration; inherited ones first. */
export function variablesOf<T extends object>(configClass: ConfigClass<T>): Variable[] {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(configClass, '', false, false);
  const inherited = metadata.filter(({ target }) => target !== configClass);
  const own = metadata.filter(({ target }) => target === configClass);
  const properties = new Set([...inherited, ...own].map(({ propertyName }) => propertyName));
  return [...properties].map((property) => describe(configClass, property));
}

function describe<T extends object>(configClass: ConfigClass<T>, property: string): Variable {
  const prototype: object = configClass.prototype;
  const options = (Reflect.getMetadata(OPTIONS, prototype, property) as VariableOptions | undefined) ?? {};
  const type: unknown = Reflect.getMetadata('design:type', prototype, property);
  return { ...options, property, name: options.variable ?? variableName(property), type };
}

/** Copies the options and type of a variable from one configuration class to another. */
export function copyVariable(from: ConfigClass<object>, to: ConfigClass<object>, property: string): void {
  for (const key of [OPTIONS, 'design:type']) {
    const value: unknown = Reflect.getMetadata(key, from.prototype as object, property);
    if (value !== undefined) Reflect.defineMetadata(key, value, to.prototype as object, property);
  }
}

function withOptions(options: VariableOptions): PropertyDecorator {
  return (prototype, property) => {
    const known = (Reflect.getMetadata(OPTIONS, prototype, property) as VariableOptions | undefined) ?? {};
    Reflect.defineMetadata(OPTIONS, { ...known, ...options }, prototype, property);
  };
}

const variableName = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
