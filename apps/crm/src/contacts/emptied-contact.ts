import type { EntityManager } from 'typeorm';
import { Contact } from './contact.entity.js';

/** Columns that may be empty, and keep what they have: they say when the contact was deleted, and by whom. */
const KEPT = new Set(['anonymizedAt', 'deletedAt', 'deletedBy']);

/** Columns that hold personal data and are never empty. */
const NOTHING = { tags: [], custom: {} } satisfies Partial<Contact>;

/**
 * The values of a contact of whom nothing stays, but that it was there. Every column that may be empty is, so that one that is added
 * later is not forgotten.
 */
export function emptiedContact(tx: EntityManager): Partial<Contact> {
  const { columns } = tx.dataSource.getMetadata(Contact);
  const emptied = columns.filter(({ isNullable, propertyName }) => isNullable && !KEPT.has(propertyName));
  return { ...Object.fromEntries(emptied.map(({ propertyName }) => [propertyName, null])), ...NOTHING };
}
