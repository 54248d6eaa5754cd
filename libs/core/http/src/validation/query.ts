import { type DtoClass } from '../fields/nested-class.js';
import { type ProblemDetail } from '../problem/problem.js';
import { planOf } from './class-plan.js';
import { type Instances } from './instantiate.js';

/** Whether the class is made of query fields. */
export const isQueryClass = (dto: DtoClass): boolean => planOf(dto).conversions.size > 0;

/**
 * Makes an instance of a query DTO: converts texts to the types of their properties and sets defaults. Null counts as
 * absent: GraphQL sends it for a variable without a value. Unknown parameters are recorded as `unknownKeys`.
 */
export function instantiateQuery(dto: DtoClass, source: object, instances: Instances): object {
  const { byName, conversions } = planOf(dto);
  const instance = new dto() as Record<string, unknown>;
  for (const [name, { fallback }] of conversions) if (fallback !== undefined) instance[name] = fallback;
  const unknownKeys: string[] = [];
  for (const [name, text] of Object.entries(source) as [string, unknown][]) {
    if (!byName.has(name)) unknownKeys.push(name);
    else if (text !== null)
      instance[name] = typeof text === 'string' ? (conversions.get(name)?.convert?.(text) ?? text) : text;
  }
  if (unknownKeys.length > 0) instances.unknownKeys = new Map([[instance, unknownKeys]]);
  return instance;
}

/** Parameters with a NUL, which Postgres cannot store. Texts decoded from a URL have no lone surrogates. */
export function unstorableParameters(source: object, dto?: DtoClass): ProblemDetail[] {
  const conversions = dto && planOf(dto).conversions;
  return Object.entries(source)
    .filter(([name]) => !conversions?.get(name)?.takesAny)
    .filter(([name, value]) => [name, value].flat().some((text) => typeof text === 'string' && text.includes('\u0000')))
    .map(([name]) => ({ Field: name.replaceAll('\u0000', '\ufffd'), Message: 'must not contain the NUL character' }));
}
