import type { LeadAttribution, LeadValue } from '#libs/core/app-events';

/** Values by the names of their fields. */
export type LeadValues = Record<string, LeadValue>;

/** The parts of an attribution, in the order in which they are listed. */
export const ATTRIBUTION_FIELDS = [
  'url',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const satisfies (keyof LeadAttribution)[];
