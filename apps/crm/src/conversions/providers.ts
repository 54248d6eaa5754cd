/** Providers of advertising that conversions can be sent to, by their names in the API. */
export const PROVIDERS = ['meta_capi'] as const;

export type Provider = (typeof PROVIDERS)[number];

/** The event of a captured lead, as deliveries show it. */
export const CONVERSION_EVENT = 'conversao.lead';
