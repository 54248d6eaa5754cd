import { bodyOf, Problem } from '#libs/http';
import { envelope } from '../catalogue.js';
import { invalidIdentifier, noIdentifier } from '../contacts/contact-problems.js';
import { type CustomValues, foldText } from '../contacts/contact-values.js';
import { CreateContactRequest, TAG_MAX, TAGS_MAX } from '../contacts/dto/create-contact.request.js';
import { toTypedContact } from '../contacts/dto/contact.mapper.js';
import { type IdentifierKind, parseIdentifier } from '../contacts/identifiers.js';
import { normalizeValues, type TypedContact, type WrittenValues } from '../contacts/typed-contact.js';
import type { CustomField } from '../custom-fields/custom-field.entity.js';
import { parseCustomText, ruleOf } from '../custom-fields/custom-value.js';
import type { BoundColumn } from './import-columns.js';
import type { TableRow } from './table/table.js';

/** What is to be said of a row; it repeats no value of it. */
export interface RowNote {
  rowNumber: number;
  columnName: string | null;
  message: string;
}

/** An e-mail address or telephone number of a row, parsed. */
export interface RowIdentifier {
  kind: IdentifierKind;
  value: string;
  column: string;
}

/** What a row says of a contact; what it leaves blank is absent. */
export type RowValues = Omit<WrittenValues, 'tags'>;

/** What rows are read by. */
export interface RowRules {
  columns: readonly BoundColumn[];
  /** Where a telephone number without `+` belongs to. */
  country: string;
  /** By their keys. */
  customFields: ReadonlyMap<string, CustomField>;
}

/** A row without errors. */
export interface ImportRow {
  number: number;
  /** In the order of the mapping. */
  identifiers: RowIdentifier[];
  tags: string[];
  values: RowValues;
  custom: CustomValues;
}

/** Native fields that hold one text each, and where a contact keeps them. */
const PROPERTIES = {
  nome: 'name',
  estagio: 'stage',
  dono_id: 'ownerId',
  cargo: 'jobTitle',
  empresa_id: 'companyId',
  pais: 'country',
  estado: 'state',
  cidade: 'city',
  fuso: 'timeZone',
} as const satisfies Partial<Record<keyof CreateContactRequest, keyof TypedContact>>;
const TEXT_FIELDS = Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[];

const IDENTIFIERS: Record<string, IdentifierKind> = { email: 'email', telefone: 'phone' };

/** The fields of the API that a column may fill. */
export const NATIVE_FIELDS = [...Object.keys(IDENTIFIERS), 'marcadores', ...TEXT_FIELDS];
/** Fields that several columns may fill. */
export const LIST_FIELDS = new Set([...Object.keys(IDENTIFIERS), 'marcadores']);

/** Begins the name of a field of the tenant in a mapping. */
export const CUSTOM_PREFIX = 'campos.';

/** Separates tags in a cell. */
const TAG_SEPARATOR = /[;,|]/;

export const isBlankRow = ({ cells }: TableRow): boolean => cells.every((cell) => cell.trim() === '');

/** Reads a row by the rules of a new contact. */
export function parseRow(row: TableRow, rules: RowRules): ImportRow | RowNote[] {
  const parsed = new ParsedRow(row.number, rules);
  for (const { index, column, field } of rules.columns) {
    const text = (row.cells[index] ?? '').trim();
    if (text !== '') parsed.add(column, field, text);
  }
  return parsed.result();
}

class ParsedRow {
  readonly #errors: RowNote[] = [];
  readonly #identifiers: RowIdentifier[] = [];
  readonly #body: Record<string, unknown> = {};
  readonly #custom: CustomValues = {};
  readonly #tags: string[] = [];
  readonly #columnOf = new Map<string, string>();

  constructor(
    private readonly number: number,
    private readonly rules: RowRules,
  ) {}

  add(column: string, field: string, text: string): void {
    this.#columnOf.set(field, column);
    const kind = IDENTIFIERS[field];
    if (text.includes('\0')) this.fail(column, 'O texto tem caracteres inválidos.');
    else if (kind) this.addIdentifier(column, kind, text);
    else if (field === 'marcadores') this.#tags.push(...tagsOf(text));
    else if (field.startsWith(CUSTOM_PREFIX)) this.addCustom(column, field.slice(CUSTOM_PREFIX.length), text);
    else this.#body[field] = field === 'estagio' ? foldText(text) : text;
  }

  result(): ImportRow | RowNote[] {
    const values = this.values();
    const identifiers = this.#identifiers;
    if (this.#errors.length === 0 && identifiers.length === 0) this.fail(null, messageOf(noIdentifier()));
    if (this.#errors.length > 0 || !values) return this.#errors;
    const { tags = [], ...written } = values;
    return { number: this.number, identifiers, tags, values: written, custom: this.#custom };
  }

  private addIdentifier(column: string, kind: IdentifierKind, text: string): void {
    const value = parseIdentifier(kind, text, this.rules.country);
    if (!value) this.fail(column, messageOf(invalidIdentifier(kind)));
    else this.#identifiers.push({ kind, value, column });
  }

  private addCustom(column: string, key: string, text: string): void {
    const field = this.rules.customFields.get(key);
    const value = field && parseCustomText(field, text);
    if (!field) this.fail(column, 'A conta não tem mais este campo.');
    else if (value === undefined) this.fail(column, `${field.label} ${ruleOf(field)}.`);
    else if (value !== null) this.#custom[key] = value;
  }

  /** The native values, by the rules of the API's own requests. */
  private values(): WrittenValues | undefined {
    try {
      const typed = toTypedContact(bodyOf({ ...this.#body, marcadores: this.#tags }, CreateContactRequest));
      const present = TEXT_FIELDS.filter((field) => this.#body[field] !== undefined);
      const given = Object.fromEntries(present.map((field) => [PROPERTIES[field], typed[PROPERTIES[field]]]));
      return normalizeValues({ ...given, tags: typed.tags });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.fail(this.#columnOf.get(fieldOf(error) ?? '') ?? null, messageOf(error));
      return undefined;
    }
  }

  private fail(columnName: string | null, message: string): void {
    this.#errors.push({ rowNumber: this.number, columnName, message });
  }
}

const tagsOf = (text: string): string[] =>
  text
    .split(TAG_SEPARATOR)
    .map((tag) => tag.trim())
    .filter(Boolean);

/** Tags that a contact has already, and further ones; null if they are too many. */
export function unitedTags(tags: readonly string[], further: readonly string[]): string[] | null {
  const united = [...new Set([...tags, ...further])];
  return united.length > TAGS_MAX ? null : united;
}

export const tooManyTags = (rowNumber: number): RowNote => ({
  rowNumber,
  columnName: null,
  message: `Um contato pode ter no máximo ${TAGS_MAX} marcadores, cada um com até ${TAG_MAX} caracteres.`,
});

/** The field that a Problem is about. */
function fieldOf({ details, extra }: Problem): string | undefined {
  const named = details?.[0]?.Field ?? extra?.['campo'];
  return typeof named === 'string' ? named.split(/[.[]/)[0] : undefined;
}

export function messageOf(problem: Problem): string {
  return (envelope.render(problem, '').body as { erro: string }).erro;
}
