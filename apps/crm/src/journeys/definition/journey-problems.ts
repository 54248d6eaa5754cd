import { type Problem, refusal } from '#libs/core/http';

export const MAX_STEPS = 100;

/** @param campo the place in the body, such as `passos[2].espera` */
export const invalid = (campo: string, erro: string): Problem => refusal('Unprocessable', { erro, campo });

/** @param count how many the account has */
export const tooManyJourneys = (max: number, count: number): Problem =>
  refusal('Unprocessable', { erro: `Uma conta tem no máximo ${max} jornadas, e esta tem ${count}: restam 0.` });
