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

/** Fields that are kept from capture, and not written by users. */
const FURTHER_NAMES: Readonly<Record<string, string>> = {
  lifecycle: 'ciclo',
  source: 'fonte',
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
  device: 'dispositivo',
  os: 'so',
  browser: 'navegador',
  ipCountry: 'ip_pais',
  emailStatus: 'email_status',
  score: 'pontuacao',
};

/** Columns of a contact as the API names them; those that it does not show are left out. */
export const columnNamesOf = (columns: readonly string[]): string[] =>
  columns.flatMap((column) => NAMES[column as keyof WrittenValues] ?? FURTHER_NAMES[column] ?? []);

/** The fields of some values, as the API names them. */
export const fieldNamesOf = (values: WrittenValues): string[] =>
  (Object.keys(values) as (keyof WrittenValues)[]).map((name) => NAMES[name]);
