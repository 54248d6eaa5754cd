import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { parseSearch, type Search, SearchError } from '#libs/mail/mail-search';
import { Database, DatabaseUnavailable, type KeysetPage, type KeysetRequest, sqlState } from '#libs/core/persistence';
import type { MailboxRef } from '../mailboxes/mailbox.entity.js';
import { indexPartOf } from './index-part.js';
import {
  allMatches,
  type FoundMessage,
  indexedMatches,
  type ListConditions,
  newestMatches,
  runMatches,
  runNewest,
  type SearchRequest,
  setSearchLimits,
} from './search-list.sql.js';
import { readScope, type SearchScope } from './search-scope.js';

/** A search whose words are in one of ten messages finds its page among these. */
const windowFor = ({ limit }: KeysetRequest): number => Math.max(500, limit * 10);

const QUERY_CANCELED = '57014';

/** The search that a text means. @throws Problem BuscaInvalida with the position and the reason */
export function readSearch(text: string): Search {
  try {
    return parseSearch(text);
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    const { position, reason, message } = error;
    throw new Problem('BuscaInvalida', {
      message: `The search is not valid: ${message}.`,
      extra: { position, reason },
    });
  }
}

/** Finds the messages of a mailbox. */
@Injectable()
export class MessageSearches {
  /** Milliseconds after which a statement of a search is given up. */
  statementMs = 3_000;

  constructor(private readonly database: Database) {}

  /**
   * A page of a list, newest first.
   * @param list what the list asks for beside the search, by the folders of the mailbox
   * @throws Problem BuscaInvalida if the search takes too long
   */
  async find(
    { tenantId, id: mailboxId }: MailboxRef,
    search: Search,
    list: (scope: SearchScope) => ListConditions,
    page: KeysetRequest,
  ): Promise<KeysetPage<FoundMessage>> {
    const found = await patiently(async () => {
      const scope = await this.database.tenant(tenantId, (tx) => readScope(tx, tenantId, mailboxId, search));
      return this.match({ search, scope, list: list(scope), page });
    });
    const items = found.slice(0, page.limit);
    const last = found.length > page.limit ? items.at(-1) : undefined;
    return { items, next: last ? [last.sortedAt, last.id] : null };
  }

  /** Row-level security keeps the role of the app from the index, so that the system role reads it, which returns ids. */
  private async match(request: SearchRequest): Promise<FoundMessage[]> {
    const { search, scope, page } = request;
    const index = indexPartOf(search);
    const asApp = <T>(work: (tx: EntityManager) => Promise<T>) =>
      this.database.tenant(scope.tenantId, async (tx) => {
        await setSearchLimits(tx, this.statementMs, 'order');
        return work(tx);
      });
    if (!index) return asApp((tx) => runMatches(tx, allMatches(request)));
    const window = windowFor(page);
    const { seen, found } = await asApp((tx) => runNewest(tx, newestMatches(request, window)));
    if (seen < window || found.length > page.limit) return found;
    return this.database.system(async (tx) => {
      await setSearchLimits(tx, this.statementMs, 'lexemes');
      return runMatches(tx, indexedMatches(request, index));
    });
  }
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || sqlState(error.cause) !== QUERY_CANCELED) throw error;
    throw new Problem('BuscaInvalida', {
      message: 'The search takes too long. Name a sender, a rare word or days.',
      cause: error,
    });
  }
}
