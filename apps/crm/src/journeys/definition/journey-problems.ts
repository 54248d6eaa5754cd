import { type Problem, refusal } from '#libs/core/http';

export const MAX_JOURNEYS = 100;
export const MAX_STEPS = 100;

/** @param campo the place in the body, such as `passos[2].espera` */
export const invalid = (campo: string, erro: string): Problem => refusal('Unprocessable', { erro, campo });

export const tooManyJourneys = (): Problem =>
  refusal('Unprocessable', { erro: `Uma conta tem no máximo ${MAX_JOURNEYS} jornadas.` });
