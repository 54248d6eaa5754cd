import { sha256Hex } from '#libs/core/secrets';
import type { Contact } from '../contact.entity.js';
import { filterColumns, type PropertiesOf } from '../../field-catalogue/field-catalogue.js';
import { foldText } from '../../fold-text.js';

/** Columns with texts that lists filter by, and their names in the keys. */
export const FOLDED_COLUMNS: Record<PropertiesOf<{ filter: 'folded' }>, string> = filterColumns('folded');

export type FoldedColumn = keyof typeof FOLDED_COLUMNS;

/** Texts that a contact has, or has to have. */
export interface FilterTexts extends Partial<Record<FoldedColumn, string | null>> {
  tags?: readonly string[];
  /** Only texts count: values of other types have one spelling. */
  custom?: Contact['custom'];
}

const COLUMNS = Object.entries(FOLDED_COLUMNS) as [FoldedColumn, string][];
/** Prefix of the keys of the tenant's own fields, whose names have no `=`. */
const CUSTOM = 'custom.';
/** A longer text stands as its hash: an index entry has room for some 2,700 bytes. */
const TEXT_MAX = 120;

/**
 * Returns the texts of a contact in the form in which lists look for them: folded, each with the name of its field. The
 * database stores them, so another form needs a migration of those that are stored.
 */
export function filterKeysOf(texts: FilterTexts): string[] {
  const keys = COLUMNS.flatMap(([field, column]) => {
    const text = texts[field];
    return typeof text === 'string' ? keyOf(column, text) : [];
  });
  const tags = (texts.tags ?? []).map((tag) => keyOf('tag', tag));
  const custom = Object.entries(texts.custom ?? {}).flatMap(([key, value]) =>
    typeof value === 'string' ? keyOf(CUSTOM + key, value) : [],
  );
  return [...new Set([...keys, ...tags, ...custom])];
}

const TEXTS = ['tags', 'custom', ...COLUMNS.map(([field]) => field)] as const;

/** Returns the keys of a contact after changes; undefined if they stay. */
export function filterKeysAfter(before: Contact, changes: Partial<Contact>): string[] | undefined {
  const changed = TEXTS.filter((field) => changes[field] !== undefined);
  if (changed.length === 0) return undefined;
  return filterKeysOf({ ...before, ...Object.fromEntries(changed.map((field) => [field, changes[field]])) });
}

function keyOf(name: string, text: string): string {
  const folded = foldText(text);
  return `${name}=${folded.length > TEXT_MAX ? `#${sha256Hex(folded)}` : folded}`;
}
