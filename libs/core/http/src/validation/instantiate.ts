import { type ClassPlan, planOf, type PropertyPlan } from './class-plan.js';
import { type DtoClass } from '../fields/nested-class.js';

/** Findings while instances were made: the unknown keys of each object. */
export interface Instances {
  unknownKeys?: Map<object, string[]>;
}

/** Maximum of unknown keys that are reported for one object. */
const MAX_UNKNOWN_KEYS = 50;

/** Makes DTO instances of a plain object and its nested objects. Unknown keys are recorded and omitted. */
export function instantiate(dto: DtoClass, source: object, instances: Instances): object {
  return instantiateBy(planOf(dto), source, instances);
}

function instantiateBy(plan: ClassPlan, source: object, instances: Instances): object {
  const instance = new plan.dto() as Record<string, unknown>;
  const { byName } = plan;
  for (const name of Object.keys(source)) {
    const property = byName.get(name);
    const value = (source as Record<string, unknown>)[name];
    if (property && value === null && property.nullIsAbsent) continue;
    if (property) instance[name] = valueOf(property, value, instances);
    else recordUnknownKey(instances, instance, name);
  }
  return instance;
}

function valueOf(property: PropertyPlan, value: unknown, instances: Instances): unknown {
  if (!property.nestedClass || typeof value !== 'object' || value === null) return value;
  const dto = property.nestedClass();
  if (!dto) throw new Error(`The class of the nested property ${property.name} is not known: use @Nested or @ListOf`);
  if (Array.isArray(value)) return value.length > property.maxItems ? value : itemsOf(value, dto, instances);
  return instantiate(dto, value, instances);
}

function itemsOf(values: unknown[], dto: DtoClass, instances: Instances): unknown[] {
  const plan = planOf(dto);
  return values.map((value) => {
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? itemsOf(value, dto, instances) : instantiateBy(plan, value, instances);
  });
}

function recordUnknownKey(instances: Instances, instance: object, name: string): void {
  const unknownKeys = (instances.unknownKeys ??= new Map<object, string[]>());
  const names = unknownKeys.get(instance);
  if (!names) unknownKeys.set(instance, [name]);
  else if (names.length < MAX_UNKNOWN_KEYS) names.push(name);
}
