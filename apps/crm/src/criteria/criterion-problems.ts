import { type Problem, refusal } from '#libs/core/http';
import { MAX_CRITERIA } from './criterion.js';

/** Part of a criterion that is at fault. */
export type CriterionPart = 'campo' | 'operador' | 'valor';

/** Reason why a criterion cannot be met, and where. */
export class InvalidCriterion extends Error {
  constructor(
    readonly part: CriterionPart,
    message: string,
  ) {
    super(message);
  }
}

/** @param path of the criterion, such as `criterios[2]` */
export const criterionProblem = (path: string, { part, message }: InvalidCriterion): Problem =>
  refusal('Unprocessable', { erro: message, campo: `${path}.${part}` });

export const noCriterion = (path: string): Problem =>
  refusal('Unprocessable', { erro: 'É preciso ao menos um critério.', campo: path });

export const tooManyCriteria = (path: string): Problem =>
  refusal('Unprocessable', { erro: `São no máximo ${MAX_CRITERIA} critérios.`, campo: path });

export const malformedCriterion = (path: string): Problem =>
  refusal('Unprocessable', { erro: 'Um critério é {campo, operador, valor}.', campo: path });

export const unknownConjunction = (path: string): Problem =>
  refusal('Unprocessable', { erro: 'A conjunção deve ser e ou ou.', campo: path });
