/** Stored value → the API's name of it. */

export const STAGE_NAMES = {
  new: 'novo',
  contacted: 'contatado',
  qualified: 'qualificado',
  customer: 'cliente',
  discarded: 'descartado',
} as const;

export const LIFECYCLE_NAMES = { lead: 'lead', contact: 'contato' } as const;

export const DEVICE_NAMES = {
  desktop: 'desktop',
  mobile: 'mobile',
  tablet: 'tablet',
  bot: 'bot',
  unknown: 'desconhecido',
} as const;

export const EMAIL_STATUS_NAMES = {
  ok: 'ok',
  suspeito: 'suspeito',
  dominio_inexistente: 'dominio_inexistente',
  descartavel: 'descartavel',
  desconhecido: 'desconhecido',
} as const;

/** Sizes of companies. */
export const SIZE_NAMES = {
  mei: 'mei',
  micro: 'micro',
  small: 'pequena',
  medium: 'media',
  large: 'grande',
} as const;
