import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/persistence';
import type { LinkPurpose } from './link-token.entity.js';
import { LinkTokenRepository, problemOf, type FoundLink } from './link-token.repository.js';

/** Looks links of mails up, without using them. */
@Injectable()
export class LinkTokensService {
  constructor(
    private readonly database: Database,
    private readonly tokens: LinkTokenRepository,
  ) {}

  /** Undefined for a token that was never sent or was purged, or whose address was deleted. */
  find(purpose: LinkPurpose, token: string): Promise<FoundLink | undefined> {
    return this.database.system((tx) => this.tokens.find(tx, purpose, token));
  }

  /** A check before costly work; only {@link LinkTokenRepository.consume} decides. @throws Problem InvalidParameter, Gone */
  async assertUsable(purpose: LinkPurpose, token: string): Promise<void> {
    const problem = problemOf(await this.find(purpose, token));
    if (problem) throw problem;
  }
}
