import { isEmailAddress } from '#libs/core/http';
import { COMPANY_FIELDS } from '../field-catalogue/field-catalogue.js';
import type { ConsentChannel } from '../consent/consent.js';
import { type IdentifierKind, parseIdentifier } from '../identifiers/identifiers.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { type Clock, type Comparison, ofCount, ofRows } from './conditions.sql.js';
import { catalogueField, COUNT, type CriterionField, FLAG, ID } from './fields-of-contacts.js';
import { ofCompany, ofConsents, ofDomains, ofEvents, ofIdentifiers, ofLeads } from './sources.sql.js';

interface Account {
  country: string;
  cipher: TenantCipher;
}

const SEALED_RULES: Record<IdentifierKind, string> = {
  email: 'deve ser um e-mail',
  phone: 'deve ser um telefone',
};

/** The e-mail addresses, or telephone numbers, of a contact. */
export const sealedField = (kind: IdentifierKind, { country, cipher }: Account): CriterionField => ({
  type: 'sealed',
  parse: (given) => (typeof given === 'string' ? (parseIdentifier(kind, given, country) ?? undefined) : undefined),
  rule: SEALED_RULES[kind],
  isSealed: true,
  indexesOf: (value) => cipher.indexesOf(kind, value),
  render: ofRows((sql, { operator, value }) => ofIdentifiers(sql, kind, operator === 'filled' ? null : buffers(value))),
});

/** Domain of an e-mail address, of which a contact may have several. */
export const domainField = ({ cipher }: Account): CriterionField => ({
  type: 'domain',
  parse: (given) => {
    const domain = typeof given === 'string' ? given.trim().toLowerCase().replace(/^@/, '') : '';
    return isEmailAddress(`a@${domain}`) ? domain : undefined;
  },
  rule: 'deve ser um domínio, como exemplo.com.br',
  indexesOf: (value) => [cipher.domainIndexOf(value)],
  render: ofRows((sql, { value }) => ofDomains(sql, buffers(value))),
});

export const consentField = (channel: ConsentChannel): CriterionField => ({
  ...FLAG,
  render: (sql, { value }) => {
    const granted = `coalesce(${sql.join(ofConsents(channel))}.granted, false)`;
    return `${granted} = ${sql.add(value, 'boolean')}`;
  },
});

/** A field of the company that the contact works for; undefined for one that companies do not have. */
export function companyField(name: string, clock: Clock): CriterionField | undefined {
  if (!Object.hasOwn(COMPANY_FIELDS, name)) return undefined;
  const catalogued = COMPANY_FIELDS[name as keyof typeof COMPANY_FIELDS];
  const field = catalogueField(catalogued, '$row', clock);
  return {
    ...field,
    render: (sql, comparison) => field.render(sql, comparison).replaceAll('$row', sql.join(ofCompany())),
  };
}

/** The forms that a person has sent. */
export const formsField = (clock: Clock): CriterionField => ({
  type: 'acts',
  ...ID,
  render: ofRows((sql, comparison) => ofLeads(sql, clock, 'form_id', idsOf(comparison), comparison)),
});

/** One form: whether it was sent, and when last. */
export const formField = (id: string, clock: Clock): CriterionField => ({
  type: 'act',
  ...ID,
  render: ofRows((sql, comparison) => ofLeads(sql, clock, 'form_id', [id], comparison)),
});

/** The published pages on which a person has sent a form. */
export const pagesField = (clock: Clock): CriterionField => ({
  type: 'acts',
  ...ID,
  render: ofRows((sql, comparison) => ofLeads(sql, clock, 'page_id', idsOf(comparison), comparison)),
});

export const pageField = (id: string, clock: Clock): CriterionField => ({
  type: 'act',
  ...ID,
  render: ofRows((sql, comparison) => ofLeads(sql, clock, 'page_id', [id], comparison)),
});

/** How often a person did something, of all days or of the last ones. */
export const countField = (name: string, clock: Clock): CriterionField => ({
  ...COUNT,
  render: ofCount((sql, comparison) => ofEvents(sql, clock, name, comparison)),
});

const buffers = (value: Comparison['value']): readonly Buffer[] => value as readonly Buffer[];

/** Null for any. */
function idsOf({ operator, value }: Comparison): readonly string[] | null {
  if (operator === 'contains') return [String(value)];
  return operator === 'in' ? (value as readonly string[]) : null;
}
