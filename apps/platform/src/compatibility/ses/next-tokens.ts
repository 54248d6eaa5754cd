import { Injectable } from '@nestjs/common';
import { currentTenantId } from '#libs/core/auth';
import { invalidField } from '#libs/core/http';
import { type Page, type PageRequest, SealedCursors } from '#libs/core/persistence';
import { SecretBox, sha256Hex } from '#libs/core/secrets';

/** Page that a client asks for. */
export interface AskedPage {
  limit: number;
  token: string | undefined;
}

/** Page of a list as SES answers it: its token is absent after the last one. */
export interface TokenPage<T> {
  items: T[];
  NextToken?: string;
}

/** Tokens for the places of lists, opaque to clients: one of another list, account or filter is none. */
@Injectable()
export class NextTokens {
  constructor(private readonly secrets: SecretBox) {}

  /**
   * Reads a page of a list whose places are numbers.
   * @param filter what the list is narrowed to
   * @throws Problem InvalidParameter at NextToken for a token that is none of this list
   */
  async read<T>(
    list: string,
    filter: object,
    { limit, token }: AskedPage,
    read: (page: PageRequest) => Promise<Page<T>>,
  ): Promise<TokenPage<T>> {
    const cursors = new SealedCursors(
      this.secrets,
      `ses.${list} ${currentTenantId()} ${sha256Hex(JSON.stringify(filter))}`,
    );
    const [cursor] = token ? (cursors.open(token) ?? []) : [0];
    if (typeof cursor !== 'number')
      throw invalidField('InvalidParameter', 'NextToken', 'is no token of this list, or of another filter');
    const { items, nextCursor, hasMore } = await read({ limit, cursor });
    return { items, ...(hasMore && { NextToken: cursors.seal([nextCursor])! }) };
  }
}
