import { foldText } from '../fold-text.js';
import { daysBefore, type Person } from './random-people.fixture.js';

export interface WireCriterion {
  campo: string;
  operador: string;
  valor?: unknown;
}

type Value = string | number | boolean | null;

/** Says the plain way whether a person meets a criterion; for comparison with the compiler. */
export function meets(person: Person, { campo, operador, valor }: WireCriterion, today: string): boolean {
  const opposite = { diferente: 'igual', nao_contem: 'contem', nao_em: 'em', vazio: 'preenchido' }[operador];
  if (opposite) return !meets(person, { campo, operador: opposite, valor }, today);
  const [first, ...rest] = campo.split('.');
  const name = rest.join('.');
  if (campo === 'email' || campo === 'telefone') {
    const values = campo === 'email' ? person.emails : person.telefones;
    return operador === 'preenchido' ? values.length > 0 : listOf(valor).some((one) => values.includes(String(one)));
  }
  if (campo === 'email_dominio') return person.emails.some((email) => listOf(valor).includes(email.split('@')[1]!));
  if (first === 'consentimento') return (person.consentimento[name] ?? false) === valor;
  if (first === 'formularios' || first === 'paginas_visitadas') return meetsActs(person, campo, operador, valor, today);
  if (first === 'eventos') return meetsCount(person, name, operador, valor, today);
  if (campo === 'marcadores') return meetsList(person.marcadores, operador, valor, foldText);
  const value =
    first === 'campos' ? person.campos[name] : first === 'empresa' ? ofCompany(person, name) : ofPerson(person, campo);
  if (Array.isArray(value)) return meetsList(value, operador, valor, (text) => text);
  return meetsOne(value ?? null, operador, valor, today);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const ofPerson = (person: Person, name: string): Value => person[name as keyof Person] as Value;

const ofCompany = ({ empresa }: Person, name: string): Value => empresa?.[name as 'setor' | 'porte'] ?? null;

function meetsList(
  values: readonly string[],
  operator: string,
  given: unknown,
  fold: (text: string) => string,
): boolean {
  if (operator === 'preenchido') return values.length > 0;
  const wanted = listOf(given).map((one) => fold(String(one)));
  return values.some((value) => wanted.includes(fold(value)));
}

function meetsActs(person: Person, field: string, operator: string, given: unknown, today: string): boolean {
  const [kind, id] = field.split('.');
  const key = kind === 'formularios' ? 'formId' : 'pageId';
  const leads = person.leads.filter((lead) => !lead.isSpam && lead[key] !== null && (!id || lead[key] === id));
  if (operator === 'preenchido') return leads.length > 0;
  if (operator === 'nos_ultimos_dias') return leads.some(({ day }) => day > daysBefore(today, given as number));
  return leads.some((lead) => listOf(given).includes(lead[key]));
}

function meetsCount(person: Person, name: string, operator: string, given: unknown, today: string): boolean {
  const [times, days] =
    Array.isArray(given) && operator === 'nos_ultimos_dias' ? (given as number[]) : [1, given as number];
  const counted = person.eventos.filter((event) => event.name === name);
  const sum = (events: typeof counted) => events.reduce((total, { n }) => total + n, 0);
  if (operator === 'preenchido') return sum(counted) > 0;
  if (operator === 'nos_ultimos_dias')
    return sum(counted.filter(({ day }) => day > daysBefore(today, days!))) >= times!;
  return meetsOne(sum(counted), operator, given, today);
}

function meetsOne(value: Value, operator: string, given: unknown, today: string): boolean {
  if (operator === 'preenchido') return value !== null;
  if (value === null) return false;
  const comparable = (one: unknown) => (typeof one === 'string' ? foldText(one) : (one as number | boolean));
  const own = comparable(value);
  const other = comparable(Array.isArray(given) ? given[0] : given);
  switch (operator) {
    case 'igual':
      return own === other;
    case 'em':
      return listOf(given).some((one) => comparable(one) === own);
    case 'contem':
      return String(own).includes(String(other));
    case 'comeca_com':
      return String(own).startsWith(String(other));
    case 'maior':
      return own > other;
    case 'menor':
      return own < other;
    case 'entre':
      return own >= other && own <= comparable((given as unknown[])[1]);
    case 'nos_ultimos_dias':
      return String(value) > daysBefore(today, given as number) && String(value) <= today;
    default:
      throw new Error(`The oracle does not know ${operator}`);
  }
}
