import { type Problem, refusal } from '#libs/core/http';

export const MAX_RULES = 50;
/** Criteria of all rules together, which one statement evaluates. */
export const MAX_CRITERIA_OF_RULES = 200;
export const POINTS = { min: -100, max: 100 };

const invalid = (campo: string, erro: string): Problem => refusal('Unprocessable', { erro, campo });

export const tooManyRules = (): Problem => invalid('regras', `São no máximo ${MAX_RULES} regras.`);

export const tooManyCriteriaOfRules = (): Problem =>
  invalid('regras', `São no máximo ${MAX_CRITERIA_OF_RULES} critérios em todas as regras.`);

export const invalidPoints = (path: string): Problem =>
  invalid(`${path}pontos`, `Um número inteiro de ${POINTS.min} a ${POINTS.max}.`);

export const takenName = (path: string): Problem => invalid(`${path}nome`, 'Outra regra já tem este nome.');

export const readsScore = (path: string): Problem =>
  invalid(`${path}.campo`, 'Uma regra de pontuação não olha a própria pontuação.');
