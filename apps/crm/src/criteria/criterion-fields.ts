import type { CustomField } from '../custom-fields/custom-field.entity.js';
import { CONTACT_FIELDS } from '../field-catalogue/field-catalogue.js';
import { CONSENT_CHANNELS } from '../consent/consent.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import {
  companyField,
  consentField,
  countField,
  domainField,
  formField,
  formsField,
  pageField,
  pagesField,
  sealedField,
} from './fields-of-tables.js';
import { type CriterionField, customField, momentField, nativeField } from './fields-of-contacts.js';
import type { Clock } from './conditions.sql.js';

/** Account for which criteria are read, on the present day. */
export interface CriteriaContext extends Clock {
  /** Country of telephone numbers without `+`. */
  country: string;
  customFields: readonly CustomField[];
  cipher: TenantCipher;
}

/** Names that begin so go on with the name of something of the account. */
const EVENT = /^eventos\.([a-z0-9][a-z0-9_.-]{0,63})$/;
const FORM = /^formularios\.([A-Za-z0-9_-]{1,64})$/;
const PAGE = /^paginas_visitadas\.([A-Za-z0-9_-]{1,64})$/;

type Resolve = (name: string, context: CriteriaContext) => CriterionField | undefined;

const OTHERS: Record<string, Resolve> = {
  email: (_, context) => sealedField('email', context),
  telefone: (_, context) => sealedField('phone', context),
  email_dominio: (_, context) => domainField(context),
  ultima_atividade_em: (_, context) => momentField('last_person_activity_at', context),
  formularios: (_, context) => formsField(context),
  paginas_visitadas: (_, context) => pagesField(context),
};

const PREFIXES: readonly [prefix: string, resolve: Resolve][] = [
  [
    'campos.',
    (key, { customFields, ...clock }) =>
      ofCustom(
        customFields.find((one) => one.key === key),
        clock,
      ),
  ],
  ['consentimento.', (name) => ofConsent(name)],
  ['empresa.', companyField],
];

/** The field of a name; undefined if criteria have none. */
export function resolveField(name: string, context: CriteriaContext): CriterionField | undefined {
  const other = Object.hasOwn(OTHERS, name) ? OTHERS[name] : undefined;
  if (other) return other(name, context);
  if (Object.hasOwn(CONTACT_FIELDS, name))
    return nativeField(CONTACT_FIELDS[name as keyof typeof CONTACT_FIELDS], context);
  for (const [prefix, resolve] of PREFIXES)
    if (name.startsWith(prefix)) return resolve(name.slice(prefix.length), context);
  const [, event] = EVENT.exec(name) ?? [];
  if (event !== undefined) return countField(event, context);
  const [, form] = FORM.exec(name) ?? [];
  if (form !== undefined) return formField(form, context);
  const [, page] = PAGE.exec(name) ?? [];
  return page === undefined ? undefined : pageField(page, context);
}

const ofCustom = (field: CustomField | undefined, clock: Clock) => field && customField(field, clock);

const ofConsent = (name: string) => {
  const channel = CONSENT_CHANNELS.find((one) => one === name);
  return channel && consentField(channel);
};

/** Names of all fields that criteria may have, for a message. */
export const FIELD_NAMES = [
  ...Object.keys(CONTACT_FIELDS),
  ...Object.keys(OTHERS).filter((name) => !Object.hasOwn(CONTACT_FIELDS, name)),
  'campos.<chave>',
  'consentimento.<canal>',
  'empresa.<campo>',
  'eventos.<nome>',
  'formularios.<id>',
  'paginas_visitadas.<id>',
].join(', ');
