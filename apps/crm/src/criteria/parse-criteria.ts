import { type Conjunction, type Criteria, type Criterion, type GivenCriterion, MAX_CRITERIA } from './criterion.js';
import type { CriteriaContext } from './criterion-fields.js';
import {
  criterionProblem,
  InvalidCriterion,
  malformedCriterion,
  noCriterion,
  tooManyCriteria,
  unknownConjunction,
} from './criterion-problems.js';
import { judgeCriterion, storedCriterion } from './read-criterion.js';

/** Criteria as a client gave them. */
export interface GivenCriteria {
  criterios: readonly unknown[];
  conjuncao?: string | null;
}

const CONJUNCTIONS: Readonly<Record<string, Conjunction>> = { e: 'and', ou: 'or' };

/** The names of conjunctions in the API. */
export const CONJUNCTION_NAMES: Readonly<Record<Conjunction, string>> = { and: 'e', or: 'ou' };

/**
 * @param path where the criteria stand in the request
 * @throws Problem Unprocessable
 */
export function parseCriteria(
  context: CriteriaContext,
  { criterios, conjuncao }: GivenCriteria,
  path: string,
): Criteria {
  const list = `${path}criterios`;
  if (!Array.isArray(criterios) || criterios.length === 0) throw noCriterion(list);
  if (criterios.length > MAX_CRITERIA) throw tooManyCriteria(list);
  const name = conjuncao ?? 'e';
  const conjunction = Object.hasOwn(CONJUNCTIONS, name) ? CONJUNCTIONS[name] : undefined;
  if (conjunction === undefined) throw unknownConjunction(`${path}conjuncao`);
  return { conjunction, criteria: criterios.map((given, index) => parseOne(context, given, `${list}[${index}]`)) };
}

function parseOne(context: CriteriaContext, given: unknown, path: string): Criterion {
  if (!isGiven(given)) throw malformedCriterion(path);
  try {
    return storedCriterion(context, judgeCriterion(context, given.campo.trim(), given.operador.trim(), given.valor));
  } catch (error) {
    throw error instanceof InvalidCriterion ? criterionProblem(path, error) : error;
  }
}

function isGiven(given: unknown): given is GivenCriterion {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false;
  const { campo, operador } = given as Partial<GivenCriterion>;
  return typeof campo === 'string' && typeof operador === 'string';
}
