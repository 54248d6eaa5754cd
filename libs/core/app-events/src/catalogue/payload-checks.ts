import { Inject, Injectable } from '@nestjs/common';
import type * as AjvPackage from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { lazyPackage, once } from '#libs/core/process';
import type { AppEventDefinition } from './app-event-definition.js';

export const APP_EVENT_DEFINITIONS = Symbol('app-event-definitions');

/** A process at rest checks no payloads. */
const ajvPackage = lazyPackage<typeof AjvPackage>('ajv');
/** Stops at the first fault: a payload made of faults costs no more than a good one. */
const ajv = once(() => new (ajvPackage().Ajv)({ allErrors: false, strict: true, allowUnionTypes: true }));

/**
 * Checks payloads against the schemas of their events. Fields that a schema does not have are allowed: during a deployment
 * older and newer apps run side by side, and the newer one may send more.
 */
@Injectable()
export class PayloadChecks {
  readonly #definitions: ReadonlyMap<string, AppEventDefinition>;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(@Inject(APP_EVENT_DEFINITIONS) definitions: readonly AppEventDefinition[]) {
    this.#definitions = new Map(definitions.map((definition) => [definition.type, definition]));
  }

  find(type: string): AppEventDefinition | undefined {
    return this.#definitions.get(type);
  }

  /**
   * Returns the first fault, with the path of its field and without its value; undefined for a valid payload.
   * @throws Error for a type that is not in the catalogue
   */
  faultOf(type: string, payload: unknown): string | undefined {
    const definition = this.#definitions.get(type);
    if (!definition) throw new Error(`The event ${type} is not in the catalogue`);
    let validate = this.#validators.get(type);
    if (!validate) this.#validators.set(type, (validate = ajv().compile(definition.schema)));
    if (validate(payload)) return undefined;
    return sentenceOf(definition.schema, deepest(validate.errors!));
  }
}

/** Returns the error that says most: of a choice every branch has its own, and the nearest one got deepest. */
function deepest(errors: readonly ErrorObject[]): ErrorObject {
  const depthOf = ({ instancePath, keyword }: ErrorObject) =>
    instancePath.split('/').length + (keyword === 'required' ? 1 : 0);
  return errors.reduce((best, one) => (depthOf(one) >= depthOf(best) ? one : best));
}

function sentenceOf(schema: object, { instancePath, keyword, message, params }: ErrorObject): string {
  const path = pathOf(schema, instancePath);
  if (keyword === 'required') return `${path}.${String(params['missingProperty'])} is missing`;
  return `${path} ${message ?? 'is invalid'}`;
}

/** Returns the path in the words of the schema: the key of an open object may be a personal datum, and is a `*`. */
function pathOf(schema: object, instancePath: string): string {
  let path = 'payload';
  let places: Place[] = [schema];
  for (const part of instancePath.split('/').slice(1)) {
    const all = places.flatMap((place) => [place, ...(place.anyOf ?? [])]);
    const named = all.flatMap(({ properties = {} }) => (Object.hasOwn(properties, part) ? [properties[part]!] : []));
    const items = all.flatMap(({ items: one }) => one ?? []);
    path += named.length > 0 ? `.${part}` : items.length > 0 ? `[${part}]` : '.*';
    places = named.length > 0 ? named : items;
  }
  return path;
}

interface Place {
  properties?: Record<string, Place>;
  items?: Place;
  anyOf?: Place[];
}
