import { domainToASCII } from 'node:url';
import type * as PhoneNumbers from 'libphonenumber-js/min';
import type { FieldType, LeadValue } from '#libs/core/app-events';
import { isEmailAddress } from '#libs/core/http';
import { lazyPackage } from '#libs/core/process';
import type { VisitorTexts } from '#libs/sites/sites';
import type { FormField } from '../form-definition.js';
import { parseCep, parseCnpj, parseCpf, parseState } from './brazil.js';
import { cleaned } from './clean.js';
import { parseCountry } from './countries.js';
import { readNumberText } from './numbers.js';

const phoneNumbers = lazyPackage<typeof PhoneNumbers>('libphonenumber-js/min');

type Errors = VisitorTexts['errors'];
type Message = (errors: Errors) => string;

/** The value in the form in which it is kept, or what is wrong with it. */
export type Reading = { value: LeadValue } | { error: Message };

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
const RATING_MAX = 10;
/** Country whose numbers have a point before the fraction, as those of JSON have. */
const WITH_POINT = 'US';

/** Readers of the types whose value is one text. Their input is trimmed and not empty. */
const READERS: Record<Exclude<FieldType, 'booleano' | 'multipla_escolha'>, Reader> = {
  texto: (text) => (/[\r\n]/.test(text) ? wrong((errors) => errors.oneLine) : limited(text, TEXT_MAX)),
  texto_longo: (text) => limited(text, LONG_TEXT_MAX),
  oculto: (text) => limited(text, TEXT_MAX),
  email: readEmail,
  telefone: (text, _field, { country }) => readPhone(text, country),
  numero: (text, _field, { country }) => readNumber(text, country),
  opcao: (text, { options }) => parsed(optionOf(text, options), (errors) => errors.option),
  data: (text) => (isDate(text) ? value(text) : wrong((errors) => errors.date)),
  url: readUrl,
  nota: (text) =>
    /^\d{1,2}$/.test(text) && Number(text) <= RATING_MAX
      ? value(Number(text))
      : wrong((errors) => errors.rating(RATING_MAX)),
  // What a file's value is, the upload says; a text is none.
  arquivo: () => wrong((errors) => errors.file),
  cpf: (text) => parsed(parseCpf(withoutLabel(text)), (errors) => errors.cpf),
  cnpj: (text) => parsed(parseCnpj(withoutLabel(text)), (errors) => errors.cnpj),
  cep: (text) => parsed(parseCep(withoutLabel(text)), (errors) => errors.cep),
  pais: (text) => parsed(parseCountry(text), (errors) => errors.country),
  estado: (text, _field, { country }) =>
    country === 'BR' ? parsed(parseState(text), (errors) => errors.state) : limited(text, PLACE_MAX),
  cidade: (text) => limited(text, PLACE_MAX),
};

/** Reads what was sent for a field; undefined if it is empty. */
export function readValue(raw: unknown, field: FormField, context: ReadingContext): Reading | undefined {
  if (field.type === 'booleano') return readBoolean(raw, field);
  if (field.type === 'multipla_escolha') return readChoices(raw, field);
  if (raw === undefined || raw === null) return undefined;
  if (typeof raw !== 'string' && !(typeof raw === 'number' && Number.isFinite(raw))) return wrong(notText(field));
  if (field.type === 'numero' && typeof raw === 'number') return readNumber(String(raw), WITH_POINT);
  const text = cleaned(String(raw), field.type);
  return text === '' ? undefined : READERS[field.type](text, field, context);
}

const ON = new Set(['true', 'on', '1', 'sim', 'yes', 'si', 'sí']);
const OFF = new Set(['false', 'off', '0', 'nao', 'não', 'no', '']);

/** A box that is not ticked is not sent, so that an absent value is false, and false counts as empty. */
function readBoolean(raw: unknown, { checkedValue }: FormField): Reading | undefined {
  if (raw === undefined || raw === null || raw === false || raw === 0) return undefined;
  if (raw === true || raw === 1) return value(true);
  if (typeof raw === 'string') {
    const text = cleaned(raw, 'booleano');
    if (ON.has(text.toLowerCase()) || (checkedValue !== null && text === cleaned(checkedValue, 'booleano')))
      return value(true);
    if (OFF.has(text.toLowerCase())) return undefined;
  }
  return wrong((errors) => errors.box);
}

function readChoices(raw: unknown, { options }: FormField): Reading | undefined {
  if (raw === undefined || raw === null || raw === '') return undefined;
  const items: unknown[] = Array.isArray(raw) ? raw : [raw];
  if (items.length === 0) return undefined;
  const found = items.map((item) =>
    typeof item === 'string' ? optionOf(cleaned(item, 'multipla_escolha'), options) : null,
  );
  const isKnown = (item: string | null): item is string => item !== null;
  return found.every(isKnown) ? value([...new Set(found)]) : wrong((errors) => errors.options);
}

/** The value of the option that a text names, as the form has it. */
function optionOf(text: string, options: FormField['options']): string | null {
  return options.find((option) => cleaned(option.value, 'opcao') === text)?.value ?? null;
}

/** An address, also with what programs put around it when it is copied. Its domain is kept as DNS knows it. */
function readEmail(text: string): Reading {
  const [, inside] = /<([^<>]+)>$/.exec(text) ?? [];
  const bare = (inside ?? text)
    .replace(/^mailto:/i, '')
    .replace(/\s*@\s*/, '@')
    .replace(/[.,;]+$/, '');
  const at = bare.lastIndexOf('@');
  const domain = domainToASCII(bare.slice(at + 1));
  const address = bare.slice(0, at + 1) + domain;
  return at > 0 && domain !== '' && isEmailAddress(address) ? value(address) : wrong((errors) => errors.email);
}

/** Extension behind a number, which is reached by dialling the number without it. */
const EXTENSION =
  /[\s,;]*(?:;ext=|\b(?:ramal|ram|extens(?:ion|ão)|extensión|ext|interno|int|anexo|x)\b[\s.:]*|#)\s*\d{1,7}$/i;

/** A number, also as a link has it and with a word before it. The extension is not kept: E.164 has none. */
function readPhone(text: string, country: string): Reading {
  if (text.length > PHONE_MAX) return wrong((errors) => errors.phone);
  const bare = text
    .replace(/^tel:/i, '')
    .replace(/;(?!ext=)[\w-]+=[^;]*/g, '')
    .replace(/^[^\d+(]+/, '')
    .replace(EXTENSION, '');
  const number = phoneNumbers().parsePhoneNumberFromString(bare, {
    defaultCountry: country as PhoneNumbers.CountryCode,
    extract: false,
  });
  return number?.isValid() ? value(number.number) : wrong((errors) => errors.phone);
}

function readNumber(text: string, country: string): Reading {
  const number = readNumberText(text, country);
  if (number === 'too long') return wrong((errors) => errors.numberTooLong);
  return number === null ? wrong((errors) => errors.number) : value(number);
}

function readUrl(text: string): Reading {
  const bare = text.replace(/^<(.*)>$/, '$1');
  // A port is behind a host with a point; what else is before a colon is a scheme.
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(bare) && !/^[^/:?#]+\.[^/:?#]+:\d/.test(bare);
  const full = hasScheme ? bare : `https://${bare}`;
  if (bare.length > URL_MAX || /\s/.test(bare) || !URL.canParse(full)) return wrong((errors) => errors.url);
  const { protocol, hostname, username, password, href } = new URL(full);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && hostname.includes('.') && !username && !password ? value(href) : wrong((errors) => errors.url);
}

/** A code without its name, as it stands in documents. */
const withoutLabel = (text: string): string => text.replace(/^(?:cpf|cnpj|cep)[\s.:nº°-]*/i, '');

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (!year || year < '1000') return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

const value = (of: LeadValue): Reading => ({ value: of });
const wrong = (error: Message): Reading => ({ error });
const parsed = (of: string | null, message: Message): Reading => (of === null ? wrong(message) : value(of));

function limited(text: string, max: number): Reading {
  return [...text].length <= max ? value(text) : wrong((errors) => errors.tooLong(max));
}

const notText =
  ({ type }: FormField): Message =>
  (errors) =>
    type === 'numero' || type === 'nota' ? errors.number : errors.text;
