import { Injectable } from '@nestjs/common';
import type { Language } from '#libs/core/html';
import { Database, maybe } from '#libs/core/persistence';
import { FIND_LANGUAGE } from './reader-language.sql.js';
import type { SystemMail } from './system-mail.js';

/** Mail that others than its readers cause: the language of the request is not the readers'. */
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

  /** Returns the language of the request, else of the account with the address, else English. */
  async find({ kind, to, language }: SystemMail): Promise<Language> {
    if (language && !CAUSED_BY_OTHERS.has(kind)) return language;
    const row = await this.database.system((tx) => maybe<{ language: Language | null }>(tx, FIND_LANGUAGE, [to]));
    return row?.language ?? language ?? 'en';
  }
}
