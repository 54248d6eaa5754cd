import { Injectable } from '@nestjs/common';
import type { Language } from '#libs/html';
import { Database, maybe } from '#libs/persistence';
import type { SystemMail } from './system-mail.js';

const FIND_LANGUAGE = `
  select u.language from email_address a join user_account u on u.id = a.user_id where a.email = $1`;

/** Mail that others than its readers cause: the request says nothing of the readers' language. */
const CAUSED_BY_OTHERS: ReadonlySet<SystemMail['kind']> = new Set([
  'invitation',
  'erasure-requested',
  'tenant-deletion-requested',
  'tenant-restored',
  'tenant-deleted',
  'webhook-disabled',
]);

/** Finds out the language in which a mail is written. */
@Injectable()
export class ReaderLanguage {
  constructor(private readonly database: Database) {}

  /** That of the request, or of the account with the address; English without either. */
  async find({ kind, to, language }: SystemMail): Promise<Language> {
    if (language && !CAUSED_BY_OTHERS.has(kind)) return language;
    const row = await this.database.system((tx) => maybe<{ language: Language | null }>(tx, FIND_LANGUAGE, [to]));
    return row?.language ?? language ?? 'en';
  }
}
