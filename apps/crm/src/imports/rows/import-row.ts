import { bodyOf, Problem } from '#libs/core/http';
import { envelope } from '../../catalogue.js';
import { invalidIdentifier, noIdentifier } from '../../contacts/contact-problems.js';
import type { CustomValues } from '../../custom-fields/custom-value.js';
import { CreateContactRequest, TAG_MAX, TAGS_MAX } from '../../contacts/dto/create-contact.request.js';
import { toTypedContact } from '../../contacts/dto/contact.mapper.js';
import { type IdentifierKind, parseIdentifier } from '../../identifiers/identifiers.js';
import { tagsBeyond } from '../../contacts/tags.js';
import { normalizeValues, type WrittenValues } from '../../contacts/typed-contact.js';
import type { CustomField } from '../../custom-fields/custom-field.entity.js';
import { IMPORTED_TEXTS, type ImportedText } from '../../field-catalogue/field-catalogue.js';
import { parseCountryName } from '../../places.js';
import { cleanCell, type DateFormat, type DecimalSeparator, emailsOf, phonesOf, tagsOf } from './cell-values.js';
import type { BoundColumn } from './import-columns.js';
import { readCustom } from './import-custom.js';
import { CUSTOM_PREFIX } from './import-fields.js';
import { stageOf } from './import-stage.js';
import type { TableRow } from '../table/table.js';

/** Messages about a row; they repeat no value of it. */
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

/** A user or company that a row names, in whatever way. */
export interface RowReference {
  text: string;
  column: string;
}

/** Fields of a contact in a row. Blank cells are absent. */
export type RowValues = Omit<WrittenValues, 'tags'>;

/** Settings by which a row is read. */
export interface RowRules {
  columns: readonly BoundColumn[];
  /** Country of telephone numbers without `+`. */
  country: string;
  /** The tenant's own fields, by their keys. */
  customFields: ReadonlyMap<string, CustomField>;
  dateFormat: DateFormat | null;
  decimalSeparator: DecimalSeparator | null;
  /** True to leave out an invalid value, instead of its row. */
  ignoresInvalid: boolean;
}

/** A row without errors. */
export interface ImportRow {
  number: number;
  /** In the order of the mapping. */
  identifiers: RowIdentifier[];
  tags: string[];
  values: RowValues;
  custom: CustomValues;
  owner?: RowReference;
  company?: RowReference;
  warnings: RowNote[];
}

const TEXT_FIELDS = Object.keys(IMPORTED_TEXTS) as ImportedText[];

const IDENTIFIERS: Record<string, IdentifierKind> = { email: 'email', telefone: 'phone' };
const REFERENCES: Record<string, 'owner' | 'company'> = { dono_id: 'owner', empresa_id: 'company' };

export const isBlankRow = ({ cells }: TableRow): boolean => cells.every((cell) => cell.trim() === '');

/** Reads a row by the rules of a new contact. */
export function parseRow(row: TableRow, rules: RowRules): ImportRow | RowNote[] {
  const parsed = new ParsedRow(row.number, rules);
  for (const { index, column, field } of rules.columns) {
    const text = cleanCell(row.cells[index] ?? '');
    if (text !== '') parsed.add(column, field, text, row.numeric?.has(index) ?? false);
  }
  return parsed.result();
}

class ParsedRow {
  readonly #errors: RowNote[] = [];
  readonly #warnings: RowNote[] = [];
  readonly #identifiers: RowIdentifier[] = [];
  readonly #references: Partial<Record<'owner' | 'company', RowReference>> = {};
  readonly #body: Record<string, unknown> = {};
  readonly #custom: CustomValues = {};
  readonly #tags: string[] = [];
  readonly #columnOf = new Map<string, string>();

  constructor(
    private readonly number: number,
    private readonly rules: RowRules,
  ) {}

  /** @param isNumber whether the cell of a sheet holds a number, which needs no format */
  add(column: string, field: string, text: string, isNumber: boolean): void {
    this.#columnOf.set(field, column);
    const kind = IDENTIFIERS[field];
    const reference = REFERENCES[field];
    if (text.includes('\0')) this.fail(column, 'O texto tem caracteres inválidos.');
    else if (kind) this.addIdentifiers(column, kind, text);
    else if (reference) this.#references[reference] = { text, column };
    else if (field === 'marcadores') this.#tags.push(...tagsOf(text));
    else if (field.startsWith(CUSTOM_PREFIX)) this.addCustom(column, field.slice(CUSTOM_PREFIX.length), text, isNumber);
    else if (field === 'nome' && this.#body['nome']) this.#body['nome'] = `${this.#body['nome'] as string} ${text}`;
    else this.#body[field] = field === 'estagio' ? stageOf(text) : field === 'pais' ? countryOf(text) : text;
  }

  result(): ImportRow | RowNote[] {
    const values = this.values();
    const identifiers = this.#identifiers;
    if (this.#errors.length === 0 && identifiers.length === 0)
      this.#errors.push({ rowNumber: this.number, columnName: null, message: messageOf(noIdentifier()) });
    if (this.#errors.length > 0 || !values)
      return this.rules.ignoresInvalid ? [...this.#warnings, ...this.#errors] : this.#errors;
    const { tags = [], ...written } = values;
    return {
      number: this.number,
      identifiers,
      tags,
      values: written,
      custom: this.#custom,
      ...this.#references,
      warnings: this.#warnings,
    };
  }

  private addIdentifiers(column: string, kind: IdentifierKind, text: string): void {
    const given = kind === 'email' ? emailsOf(text).map((one) => ({ text: one, hasExtension: false })) : phonesOf(text);
    for (const one of given) {
      const value = parseIdentifier(kind, one.text, this.rules.country);
      if (!value) this.fail(column, messageOf(invalidIdentifier(kind)));
      else this.#identifiers.push({ kind, value, column });
      if (value && one.hasExtension) this.warn(column, 'O telefone foi importado sem o ramal.');
    }
  }

  private addCustom(column: string, key: string, text: string, isNumber: boolean): void {
    const field = this.rules.customFields.get(key);
    const read = field && readCustom(field, text, isNumber ? { ...this.rules, decimalSeparator: '.' } : this.rules);
    if (!read) this.fail(column, 'A conta não tem mais este campo.');
    else if ('message' in read) this.fail(column, read.message);
    else if (read.value !== null) this.#custom[key] = read.value;
  }

  /** The native values, by the rules of the API's own requests; invalid ones are left out if the rules say so. */
  private values(): WrittenValues | undefined {
    for (;;) {
      try {
        const typed = toTypedContact(bodyOf({ ...this.#body, marcadores: this.#tags }, CreateContactRequest));
        const present = TEXT_FIELDS.filter((field) => this.#body[field] !== undefined);
        const given = Object.fromEntries(present.map((field) => [IMPORTED_TEXTS[field], typed[IMPORTED_TEXTS[field]]]));
        return normalizeValues({ ...given, tags: typed.tags });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const field = fieldOfProblem(error) ?? '';
        this.fail(this.#columnOf.get(field) ?? null, messageOf(error));
        if (!this.rules.ignoresInvalid || !this.drop(field)) return undefined;
      }
    }
  }

  /** Returns whether there was a value of the field. */
  private drop(field: string): boolean {
    if (field === 'marcadores') return this.#tags.splice(0).length > 0;
    return field in this.#body && delete this.#body[field];
  }

  private fail(columnName: string | null, message: string): void {
    (this.rules.ignoresInvalid ? this.#warnings : this.#errors).push({ rowNumber: this.number, columnName, message });
  }

  private warn(columnName: string, message: string): void {
    this.#warnings.push({ rowNumber: this.number, columnName, message });
  }
}

/** A text that names no country is kept, so that its error is that of the API. */
const countryOf = (text: string): string => parseCountryName(text) ?? text;

/** Tags that a contact has already, and further ones, each in its first spelling; null if they are too many. */
export function unitedTags(tags: readonly string[], further: readonly string[]): string[] | null {
  const united = [...tags, ...tagsBeyond(tags, further)];
  return united.length > TAGS_MAX ? null : united;
}

export const tooManyTags = (rowNumber: number): RowNote => ({
  rowNumber,
  columnName: null,
  message: `Um contato pode ter no máximo ${TAGS_MAX} marcadores, cada um com até ${TAG_MAX} caracteres.`,
});

/** The field that a Problem is about. */
function fieldOfProblem({ details, extra }: Problem): string | undefined {
  const named = details?.[0]?.Field ?? extra?.['campo'];
  return typeof named === 'string' ? named.split(/[.[]/)[0] : undefined;
}

export function messageOf(problem: Problem): string {
  return (envelope.render(problem, '').body as { erro: string }).erro;
}
