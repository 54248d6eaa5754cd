import 'reflect-metadata';
import { getMetadataStorage } from 'class-validator';

/** A configuration class: every property that is read from the environment carries a class-validator decorator. */
export type ConfigClass<T extends object> = new () => T;

interface VariableOptions {
  variable?: string;
  secret?: boolean;
  developmentDefault?: unknown;
}

/** One property of a configuration class and where its value comes from. */
export interface Variable extends VariableOptions {
  property: string;
  name: string;
  type: unknown;
}

const OPTIONS = Symbol('config:options');

/** Reads the property from the named variable instead of the one that its name suggests (`databaseUrl` → `DATABASE_URL`). */
export function FromVariable(name: string): PropertyDecorator {
  return withOptions({ variable: name });
}

/** Marks a value that no log line and no printed configuration may show. */
export function Secret(): PropertyDecorator {
  return withOptions({ secret: true });
}

/** A value used when the variable is not set outside production. Production refuses to start without a value of its own. */
export function DevelopmentDefault(value: unknown): PropertyDecorator {
  return withOptions({ developmentDefault: value });
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

/** Makes a property of one configuration class a variable of another. */
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
