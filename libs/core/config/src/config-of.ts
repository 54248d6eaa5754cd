import { getMetadataStorage } from 'class-validator';
import { type ConfigClass, copyVariable } from './variables.js';

type Intersection<Parts extends readonly ConfigClass<object>[]> = Parts extends readonly [
  ConfigClass<infer First>,
  ...infer Rest extends readonly ConfigClass<object>[],
]
  ? First & Intersection<Rest>
  : unknown;

/**
 * A configuration class with the variables, defaults and getters of several parts: `class NotesConfig extends
 * configOf(AppConfig, DatabaseConfig) { … }`. Later parts override earlier ones; the subclass overrides all.
 */
export function configOf<const Parts extends readonly ConfigClass<object>[]>(
  ...parts: Parts
): ConfigClass<Intersection<Parts> & object> {
  class Composed {
    constructor() {
      for (const part of parts) Object.assign(this, new part());
    }
  }
  for (const part of parts) {
    copyVariables(part, Composed);
    copyGetters(part.prototype as object, Composed.prototype);
  }
  return Composed as ConfigClass<Intersection<Parts> & object>;
}

function copyVariables(part: ConfigClass<object>, target: ConfigClass<object>): void {
  const storage = getMetadataStorage();
  for (const metadata of storage.getTargetValidationMetadatas(part, '', false, false)) {
    storage.addValidationMetadata({ ...metadata, target });
    copyVariable(part, target, metadata.propertyName);
  }
}

function copyGetters(from: object, to: object): void {
  const parent: unknown = Object.getPrototypeOf(from);
  if (typeof parent === 'object' && parent !== null && parent !== Object.prototype) copyGetters(parent, to);
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(from)))
    if (property.get) Object.defineProperty(to, name, property);
}
