/** Ways by which a lead came in: a server or the dashboard, a form in a foreign page, or a published page. */
export const LEAD_SOURCES = ['api', 'snippet', 'pagina'] as const;

export type LeadSource = (typeof LEAD_SOURCES)[number];

/** Results of checking the e-mail address of a lead, as the API calls them. */
export const EMAIL_STATUSES = ['ok', 'suspeito', 'dominio_inexistente', 'descartavel', 'desconhecido'] as const;

export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/** Reasons for which an account may process what a form asks for (LGPD, article 7), as the API calls them. */
export const LEGAL_BASES = ['consentimento', 'legitimo_interesse', 'contrato', 'obrigacao_legal'] as const;

export type LegalBasis = (typeof LEGAL_BASES)[number];

/** The types of a form's fields, as the API calls them. */
export const FIELD_TYPES = [
  'texto',
  'texto_longo',
  'email',
  'telefone',
  'numero',
  'booleano',
  'opcao',
  'multipla_escolha',
  'data',
  'url',
  'oculto',
  'nota',
  'arquivo',
  'cpf',
  'cnpj',
  'cep',
  'pais',
  'estado',
  'cidade',
] as const;

export type FieldType = (typeof FIELD_TYPES)[number];
