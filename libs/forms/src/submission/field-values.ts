import type * as PhoneNumbers from 'libphonenumber-js/min';
import { isEmailAddress } from '#libs/http';
import { lazyPackage } from '#libs/lazy';
import type { FieldType, FormField } from '../form-definition.js';
import type { LeadValue } from '../lead.js';
import { parseCep, parseCnpj, parseCpf, parseState } from './brazil.js';
import { parseCountry } from './countries.js';

const phoneNumbers = lazyPackage<typeof PhoneNumbers>('libphonenumber-js/min');

/** The value in the form in which it is kept, or what is wrong with it in Portuguese. */
export type Reading = { value: LeadValue } | { error: string };

export interface ReadingContext {
  /** The country of the form. */
  country: string;
}

type Reader = (text: string, field: FormField, context: ReadingContext) => Reading;

/** Longest values, in characters. */
const TEXT_MAX = 1_000;
const LONG_TEXT_MAX = 10_000;
const URL_MAX = 2_048;
const PLACE_MAX = 100;
const PHONE_MAX = 40;
const SIGNIFICANT_DIGITS = 15;
const RATING_MAX = 10;

/** Readers of the types whose value is one text. Their input is trimmed and not empty. */
const READERS: Record<Exclude<FieldType, 'booleano' | 'multipla_escolha'>, Reader> = {
  texto: (text) => (/[\r\n]/.test(text) ? wrong('Use uma só linha.') : limited(text, TEXT_MAX)),
  texto_longo: (text) => limited(text, LONG_TEXT_MAX),
  oculto: (text) => limited(text, TEXT_MAX),
  email: (text) => (isEmailAddress(text) ? value(withLowerDomain(text)) : wrong('Informe um e-mail válido.')),
  telefone: (text, _field, { country }) => readPhone(text, country),
  numero: readNumber,
  opcao: (text, { options }) =>
    options.some((option) => option.value === text) ? value(text) : wrong('Escolha uma das opções.'),
  data: (text) => (isDate(text) ? value(text) : wrong('Informe uma data válida (AAAA-MM-DD).')),
  url: readUrl,
  nota: (text) =>
    /^\d{1,2}$/.test(text) && Number(text) <= RATING_MAX
      ? value(Number(text))
      : wrong(`Informe uma nota de 0 a ${RATING_MAX}.`),
  // What a file's value is, the upload says; a text is none.
  arquivo: () => wrong('Envie um arquivo.'),
  cpf: (text) => parsed(parseCpf(text), 'Informe um CPF válido.'),
  cnpj: (text) => parsed(parseCnpj(text), 'Informe um CNPJ válido.'),
  cep: (text) => parsed(parseCep(text), 'Informe um CEP válido.'),
  pais: (text) => parsed(parseCountry(text), 'Informe um país válido.'),
  estado: (text, _field, { country }) =>
    country === 'BR' ? parsed(parseState(text), 'Informe um estado válido.') : limited(text, PLACE_MAX),
  cidade: (text) => limited(text, PLACE_MAX),
};

/** Reads what was sent for a field; undefined if it is empty. */
export function readValue(raw: unknown, field: FormField, context: ReadingContext): Reading | undefined {
  if (field.type === 'booleano') return readBoolean(raw, field);
  if (field.type === 'multipla_escolha') return readChoices(raw, field);
  if (raw === undefined || raw === null) return undefined;
  if (typeof raw !== 'string' && !(typeof raw === 'number' && Number.isFinite(raw))) return wrong(notText(field));
  const text = String(raw).trim();
  return text === '' ? undefined : READERS[field.type](text, field, context);
}

const ON = new Set(['true', 'on', '1', 'sim']);
const OFF = new Set(['false', 'off', '0', 'nao', 'não', '']);

/** A box that is not ticked is not sent, so that an absent value is false, and false counts as empty. */
function readBoolean(raw: unknown, { checkedValue }: FormField): Reading | undefined {
  if (raw === undefined || raw === null || raw === false) return undefined;
  if (raw === true || raw === 1) return value(true);
  if (typeof raw === 'string') {
    const text = raw.trim();
    if (ON.has(text.toLowerCase()) || text === checkedValue) return value(true);
    if (OFF.has(text.toLowerCase())) return undefined;
  }
  return wrong('Marque ou desmarque a opção.');
}

function readChoices(raw: unknown, { options }: FormField): Reading | undefined {
  if (raw === undefined || raw === null || raw === '') return undefined;
  const items: unknown[] = Array.isArray(raw) ? raw : [raw];
  if (items.length === 0) return undefined;
  const known = new Set(options.map((option) => option.value));
  const isKnown = (item: unknown): item is string => typeof item === 'string' && known.has(item);
  return items.every(isKnown) ? value([...new Set(items)]) : wrong('Escolha entre as opções.');
}

function readPhone(text: string, country: string): Reading {
  const message = 'Informe um telefone válido, com DDD.';
  if (text.length > PHONE_MAX) return wrong(message);
  const number = phoneNumbers().parsePhoneNumberFromString(text, {
    defaultCountry: country as PhoneNumbers.CountryCode,
    extract: false,
  });
  return number?.isValid() && number.ext === undefined ? value(number.number) : wrong(message);
}

/** A point or a comma stands before the fraction; nothing separates thousands, because `1.234` would mean two things. */
function readNumber(text: string): Reading {
  if (!/^[+-]?\d+(?:[.,]\d+)?$/.test(text)) return wrong('Informe um número, como 10 ou 10,5.');
  if (text.replace(/\D/g, '').replace(/^0+/, '').length > SIGNIFICANT_DIGITS) return wrong('O número é longo demais.');
  return value(Number(text.replace(',', '.')));
}

function readUrl(text: string): Reading {
  const message = 'Informe um endereço válido, como https://exemplo.com.br.';
  if (text.length > URL_MAX || /\s/.test(text)) return wrong(message);
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) return wrong(message);
  const { protocol, hostname, username, password, href } = new URL(full);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && hostname.includes('.') && !username && !password ? value(href) : wrong(message);
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (!year || year < '1000') return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

const value = (of: LeadValue): Reading => ({ value: of });
const wrong = (error: string): Reading => ({ error });
const parsed = (of: string | null, message: string): Reading => (of === null ? wrong(message) : value(of));

function limited(text: string, max: number): Reading {
  return [...text].length <= max ? value(text) : wrong(`Use no máximo ${max} caracteres.`);
}

function withLowerDomain(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
}

const notText = ({ type }: FormField): string =>
  type === 'numero' || type === 'nota' ? 'Informe um número.' : 'Informe um texto.';
