import type { WrittenValues } from './typed-contact.js';

const NAMES: Record<keyof WrittenValues, string> = {
  name: 'nome',
  stage: 'estagio',
  ownerId: 'dono_id',
  tags: 'marcadores',
  jobTitle: 'cargo',
  companyId: 'empresa_id',
  country: 'pais',
  state: 'estado',
  city: 'cidade',
  timeZone: 'fuso',
};

/** The fields of some values, as the API names them. */
export const fieldNamesOf = (values: WrittenValues): string[] =>
  (Object.keys(values) as (keyof WrittenValues)[]).map((name) => NAMES[name]);
