import type { SessionAttributes } from './collected-event.js';

/** Dimensions of reports, as `total_day.dimension` has them, and the words of the API. */
export const DIMENSIONS = {
  page: 'pagina',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
  referrer: 'referencia',
  country: 'pais',
  device: 'dispositivo',
  os: 'so',
  browser: 'navegador',
  language: 'idioma',
  variant: 'variante',
  entry: 'entrada',
  exit: 'saida',
} as const;

export type Dimension = keyof typeof DIMENSIONS;

/** Dimension of `total_day` that tells people from programs: `human`, or the reason. Bots are in this one alone. */
export const QUALITY = 'quality';

/** Dimensions that are attributes of a session. */
export const SESSION_DIMENSIONS = {
  utm_source: 'utmSource',
  utm_medium: 'utmMedium',
  utm_campaign: 'utmCampaign',
  utm_term: 'utmTerm',
  utm_content: 'utmContent',
  referrer: 'referrer',
  country: 'country',
  device: 'device',
  os: 'os',
  browser: 'browser',
  language: 'language',
} as const satisfies Partial<Record<Dimension, keyof SessionAttributes>>;

/** Value of a dimension for all beyond its limit. */
export const OTHERS = '(outros)';

/** Values of one dimension, and tuples of `cube_day`, that a tenant has in a day at most; the rest is `(outros)`. */
export const VALUES_A_DAY = 2_000;

/** `page_id` of the totals of all pages together. */
export const ALL_PAGES = '';
