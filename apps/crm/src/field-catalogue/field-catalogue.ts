import { DEVICE_NAMES, EMAIL_STATUS_NAMES, LIFECYCLE_NAMES, SIZE_NAMES, STAGE_NAMES } from './value-names.js';

/** Kinds of values, as `GET /v1/campos` names them. */
export type FieldType =
  | 'texto'
  | 'numero'
  | 'booleano'
  | 'data'
  | 'lista'
  | 'multipla'
  | 'email'
  | 'telefone'
  | 'usuario'
  | 'empresa';

/** Field that every contact, or every company, has. */
export interface CatalogueField {
  label: string;
  type: FieldType;
  /** The property of the entity; absent for what stands in another table. */
  property?: string;
  /** Column with the text without case and accents. */
  foldedColumn?: string;
  /** Stored value → the API's, for a field with few values. */
  values?: Readonly<Record<string, string>>;
  /** True if the texts are ISO 3166-1 alpha-2. */
  isCountry?: true;
  /** True if a user may set it; the others come from capture. */
  isWritable: boolean;
  /** Says if one column of an import may fill it, or several. Absent: none. */
  imported?: 'one' | 'several';
  /** Filter of the list of contacts: an equal value, or an equal text without case and accents. */
  filter?: 'exact' | 'folded';
}

/** The fields of contacts by their names in the API, in the order of `GET /v1/campos`. */
export const CONTACT_FIELDS = {
  nome: {
    label: 'Nome',
    type: 'texto',
    property: 'name',
    foldedColumn: 'name_key',
    isWritable: true,
    imported: 'several',
  },
  email: { label: 'E-mail', type: 'email', isWritable: true, imported: 'several' },
  telefone: { label: 'Telefone', type: 'telefone', isWritable: true, imported: 'several' },
  estagio: {
    label: 'Estágio',
    type: 'lista',
    property: 'stage',
    values: STAGE_NAMES,
    isWritable: true,
    imported: 'one',
    filter: 'exact',
  },
  ciclo: {
    label: 'Ciclo',
    type: 'lista',
    property: 'lifecycle',
    values: LIFECYCLE_NAMES,
    isWritable: false,
    filter: 'exact',
  },
  dono_id: {
    label: 'Responsável',
    type: 'usuario',
    property: 'ownerId',
    isWritable: true,
    imported: 'one',
    filter: 'exact',
  },
  marcadores: { label: 'Marcadores', type: 'multipla', property: 'tags', isWritable: true, imported: 'several' },
  cargo: {
    label: 'Cargo',
    type: 'texto',
    property: 'jobTitle',
    isWritable: true,
    imported: 'one',
    filter: 'folded',
  },
  empresa_id: {
    label: 'Empresa',
    type: 'empresa',
    property: 'companyId',
    isWritable: true,
    imported: 'one',
    filter: 'exact',
  },
  pais: {
    label: 'País',
    type: 'texto',
    property: 'country',
    isCountry: true,
    isWritable: true,
    imported: 'one',
    filter: 'exact',
  },
  estado: { label: 'Estado', type: 'texto', property: 'state', isWritable: true, imported: 'one', filter: 'folded' },
  cidade: { label: 'Cidade', type: 'texto', property: 'city', isWritable: true, imported: 'one', filter: 'folded' },
  fuso: { label: 'Fuso horário', type: 'texto', property: 'timeZone', isWritable: true, imported: 'one' },
  fonte: { label: 'Fonte', type: 'texto', property: 'source', isWritable: false, filter: 'folded' },
  utm_source: { label: 'UTM source', type: 'texto', property: 'utmSource', isWritable: false, filter: 'folded' },
  utm_medium: { label: 'UTM medium', type: 'texto', property: 'utmMedium', isWritable: false },
  utm_campaign: { label: 'UTM campaign', type: 'texto', property: 'utmCampaign', isWritable: false },
  utm_term: { label: 'UTM term', type: 'texto', property: 'utmTerm', isWritable: false },
  utm_content: { label: 'UTM content', type: 'texto', property: 'utmContent', isWritable: false },
  dispositivo: {
    label: 'Dispositivo',
    type: 'lista',
    property: 'device',
    values: DEVICE_NAMES,
    isWritable: false,
    filter: 'exact',
  },
  so: { label: 'Sistema operacional', type: 'texto', property: 'os', isWritable: false, filter: 'folded' },
  navegador: { label: 'Navegador', type: 'texto', property: 'browser', isWritable: false, filter: 'folded' },
  ip_pais: {
    label: 'País do endereço IP',
    type: 'texto',
    property: 'ipCountry',
    isCountry: true,
    isWritable: false,
    filter: 'exact',
  },
  email_status: {
    label: 'Situação do e-mail',
    type: 'lista',
    property: 'emailStatus',
    values: EMAIL_STATUS_NAMES,
    isWritable: false,
    filter: 'exact',
  },
  pontuacao: { label: 'Pontuação', type: 'numero', property: 'score', isWritable: false },
  criado_em: { label: 'Criado em', type: 'data', property: 'createdAt', isWritable: false },
  atualizado_em: { label: 'Atualizado em', type: 'data', property: 'updatedAt', isWritable: false },
} as const satisfies Record<string, CatalogueField>;

/** The fields of companies, likewise. */
export const COMPANY_FIELDS = {
  cnpj: { label: 'CNPJ', type: 'texto', property: 'cnpj', isWritable: true },
  nome: { label: 'Nome da empresa', type: 'texto', property: 'name', foldedColumn: 'name_key', isWritable: true },
  setor: { label: 'Setor', type: 'texto', property: 'sector', foldedColumn: 'sector_key', isWritable: true },
  porte: { label: 'Porte', type: 'lista', property: 'size', values: SIZE_NAMES, isWritable: true },
  pais: { label: 'País da empresa', type: 'texto', property: 'country', isCountry: true, isWritable: true },
} as const satisfies Record<string, CatalogueField>;

type ContactFields = typeof CONTACT_FIELDS;
export type ContactFieldName = keyof ContactFields;

/** The names, in the API, of the fields with these traits. */
export type NamesOf<Traits> = {
  [Name in ContactFieldName]: ContactFields[Name] extends Traits ? Name : never;
}[ContactFieldName];

/** The properties of the fields with these traits. */
export type PropertiesOf<Traits> = {
  [Name in ContactFieldName]: ContactFields[Name] extends Traits & { property: infer Property } ? Property : never;
}[ContactFieldName];

const FIELDS = Object.entries(CONTACT_FIELDS) as [ContactFieldName, CatalogueField][];

/** The column of a property. */
export const columnOf = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The fields of contacts with a column: name in the API → column of `contact`. */
export const columnsOfFields: ReadonlyMap<string, string> = new Map(
  FIELDS.flatMap(([name, { property }]) => (property === undefined ? [] : [[name, columnOf(property)] as const])),
);

/** The names of properties of a contact in the API. */
export const namesOfProperties: ReadonlyMap<string, ContactFieldName> = new Map(
  FIELDS.flatMap(([name, { property }]) => (property === undefined ? [] : [[property, name] as const])),
);

/** The columns by which the list of contacts filters in this way, by property. */
export function filterColumns<Kind extends 'exact' | 'folded'>(
  kind: Kind,
): Record<PropertiesOf<{ filter: Kind }>, string> {
  const properties = FIELDS.flatMap(([, { filter, property = '' }]) => (filter === kind ? property : []));
  return Object.fromEntries(properties.map((property) => [property, columnOf(property)])) as Record<
    PropertiesOf<{ filter: Kind }>,
    string
  >;
}

/** The fields that a column of an import may fill; those first that several may. */
export const IMPORTED_FIELDS: readonly ContactFieldName[] = (['several', 'one'] as const).flatMap((count) =>
  FIELDS.flatMap(([name, { imported }]) => (imported === count ? name : [])),
);

/** Native fields of an import that hold one text each. */
export type ImportedText = NamesOf<{ imported: 'one' | 'several'; type: 'texto' | 'lista' }>;

/** Their properties, by name. */
export const IMPORTED_TEXTS = Object.fromEntries(
  FIELDS.flatMap(([name, { imported, type, property }]) =>
    imported && (type === 'texto' || type === 'lista') ? [[name, property]] : [],
  ),
) as { [Name in ImportedText]: ContactFields[Name]['property'] };
