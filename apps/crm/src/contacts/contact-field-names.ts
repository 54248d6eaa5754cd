import { namesOfProperties } from '../field-catalogue/field-catalogue.js';
import type { WrittenValues } from './typed-contact.js';

/** Not told to mirrors: it moves with every change, and the time of creation never does. */
const UNTOLD = new Set(['createdAt', 'updatedAt']);

/** Columns of a contact as the API names them; those that it does not show are left out. */
export const columnNamesOf = (columns: readonly string[]): string[] =>
  columns.flatMap((column) => (UNTOLD.has(column) ? [] : (namesOfProperties.get(column) ?? [])));

/** The fields of some values, as the API names them. */
export const fieldNamesOf = (values: WrittenValues): string[] => columnNamesOf(Object.keys(values));
