import { type ClassPlan, planOf, type PropertyPlan } from './class-plan.js';
import { type DtoClass } from '../fields/nested-class.js';

/** What was learnt while instances were made: the keys of each object that its class does not know. */
export interface Instances {
  strangers?: Map<object, string[]>;
}

/** Nobody needs to be told more unknown keys of one object than this. */
const MAX_STRANGERS = 50;

/** Makes instances of DTO classes of a plain object and what is nested in it. Unknown keys are noted and left out. */
export function instantiate(dto: DtoClass, source: object, instances: Instances): object {
  return instantiateBy(planOf(dto), source, instances);
}

function instantiateBy(plan: ClassPlan, source: object, instances: Instances): object {
  const instance = new plan.dto() as Record<string, unknown>;
  const { byName } = plan;
  for (const name of Object.keys(source)) {
    const property = byName.get(name);
    if (property) instance[name] = valueOf(property, (source as Record<string, unknown>)[name], instances);
    else noteStranger(instances, instance, name);
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

function noteStranger(instances: Instances, instance: object, name: string): void {
  const strangers = (instances.strangers ??= new Map<object, string[]>());
  const names = strangers.get(instance);
  if (!names) strangers.set(instance, [name]);
  else if (names.length < MAX_STRANGERS) names.push(name);
}
