import { type FindOperator, Raw } from 'typeorm';

/** A text that LIKE matches literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Condition on a text that contains another, without regard to case. */
export function containing(text: string): FindOperator<string> {
  return Raw((column) => `${column} collate "pg_unicode_fast" ilike :containing`, {
    containing: `%${escapeLike(text)}%`,
  });
}
