import { type DtoClass } from '../fields/nested-class.js';
import { type ProblemDetail } from '../problem/problem.js';
import { planOf } from './class-plan.js';
import { type Instances } from './instantiate.js';

/** Whether the class is made of query fields. */
export const isQueryClass = (dto: DtoClass): boolean => planOf(dto).conversions.size > 0;

/**
 * Makes an instance of a query DTO: texts become what their properties are, absent parameters get their defaults.
 * Null, which GraphQL has for a variable left open, is absent. Unknown parameters are noted as strangers.
 */
export function instantiateQuery(dto: DtoClass, source: object, instances: Instances): object {
  const { byName, conversions } = planOf(dto);
  const instance = new dto() as Record<string, unknown>;
  for (const [name, { fallback }] of conversions) if (fallback !== undefined) instance[name] = fallback;
  const strangers: string[] = [];
  for (const [name, text] of Object.entries(source) as [string, unknown][]) {
    if (!byName.has(name)) strangers.push(name);
    else if (text !== null)
      instance[name] = typeof text === 'string' ? (conversions.get(name)?.convert?.(text) ?? text) : text;
  }
  if (strangers.length > 0) instances.strangers = new Map([[instance, strangers]]);
  return instance;
}

/** Parameters with a NUL in them, which no store of ours takes. Texts decoded from a URL have no lone surrogates. */
export function unstorableParameters(source: object): ProblemDetail[] {
  return Object.entries(source)
    .filter(([name, value]) => [name, value].flat().some((text) => typeof text === 'string' && text.includes('\u0000')))
    .map(([name]) => ({ Field: name.replaceAll('\u0000', '\ufffd'), Message: 'must not contain the NUL character' }));
}
