/** How a lead came in: by a server or the dashboard, by a form in a foreign page, or by a published page. */
export type LeadSource = 'api' | 'snippet' | 'pagina';

/** Results of checking the e-mail address of a lead, as the API calls them. */
export const EMAIL_STATUSES = ['ok', 'suspeito', 'dominio_inexistente', 'descartavel', 'desconhecido'] as const;

export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/** A value as it is kept: numbers and dates in one form, telephone numbers in E.164, files by their name. */
export type LeadValue = string | number | boolean | string[];

/** Values by the names of their fields. */
export type LeadValues = Record<string, LeadValue>;

/** Page and campaign that the person came from. */
export interface LeadOrigin {
  url?: string;
  referrer?: string;
  utm_source?: string;
  utm_medium?: string;
  utm_campaign?: string;
  utm_term?: string;
  utm_content?: string;
}

export const ORIGIN_FIELDS = [
  'url',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const satisfies (keyof LeadOrigin)[];
