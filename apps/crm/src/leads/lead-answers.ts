import type { CapturedLead } from '#libs/core/app-events';
import { type IdentifierKind, parseIdentifier } from '../identifiers/identifiers.js';

/** Answers of a lead for the fields that every contact has. */
export interface LeadAnswers {
  email: string | null;
  phone: string | null;
  name: string | null;
  jobTitle: string | null;
  country: string | null;
  state: string | null;
  city: string | null;
}

type Fields = CapturedLead['fields'];

const NAME_MAX = 200;
const TEXT_MAX = 120;
const COUNTRY = /^[A-Z]{2}$/;

/** @param country where a telephone number without `+` belongs to */
export function readAnswers(fields: Fields, country: string): LeadAnswers {
  const identifier = (kind: IdentifierKind, key: string, type: string) => {
    const text = find(fields, key, type);
    return text === null ? null : parseIdentifier(kind, text, country);
  };
  const given = find(fields, 'pais', 'pais')?.toUpperCase() ?? '';
  return {
    email: identifier('email', 'email', 'email'),
    phone: identifier('phone', 'telefone', 'telefone'),
    name: shorten(find(fields, 'nome', 'texto'), NAME_MAX),
    jobTitle: shorten(find(fields, 'cargo'), TEXT_MAX),
    country: COUNTRY.test(given) ? given : null,
    state: shorten(find(fields, 'estado', 'estado'), TEXT_MAX),
    city: shorten(find(fields, 'cidade', 'cidade'), TEXT_MAX),
  };
}

/** The answer that is bound to a contact's field; else the first of the type, which for plain texts has the field's name. */
function find(fields: Fields, key: string, type?: string): string | null {
  const answered = fields.filter(({ value }) => typeof value === 'string' && value.trim() !== '');
  const field =
    answered.find(({ contactField }) => contactField === key) ??
    answered.find((one) => one.type === type && one.contactField === null && (type !== 'texto' || one.name === key));
  return field ? String(field.value).trim() : null;
}

function shorten(text: string | null, max: number): string | null {
  return text === null ? null : [...text].slice(0, max).join('');
}
