import { Injectable } from '@nestjs/common';
import { currentTenantId } from '#libs/core/auth';
import { bodyOf, Problem } from '#libs/core/http';
import { toDomainName } from '#libs/messaging/domains';
import type { DomainDetail } from '../../../domains/domain.js';
import { CreateDomainRequest } from '../../../domains/domain.requests.js';
import { DomainsService } from '../../../domains/domains.service.js';
import { type AskedPage, NextTokens, type TokenPage } from '../next-tokens.js';

/** Domains of an account, at most. */
const DOMAINS_MAX = 100;

/** Domains of an account as clients of SES know them: identities, by their names. */
@Injectable()
export class SesIdentities {
  constructor(
    private readonly domains: DomainsService,
    private readonly tokens: NextTokens,
  ) {}

  list(page: AskedPage): Promise<TokenPage<DomainDetail>> {
    return this.tokens.read('identities', {}, page, (request) => this.domains.listPage(currentTenantId(), request));
  }

  /** Finds those of the names that the account has. */
  async named(names: readonly string[]): Promise<ReadonlyMap<string, DomainDetail>> {
    const { items } = await this.domains.listPage(currentTenantId(), { limit: DOMAINS_MAX });
    const known = new Map(items.map((detail) => [detail.domain.name, detail]));
    return new Map(
      names.flatMap((name) => {
        const detail = known.get(toDomainName(name) ?? '');
        return detail ? [[name, detail] as const] : [];
      }),
    );
  }

  /** @throws Problem NotFound */
  async get(name: string): Promise<DomainDetail> {
    const detail = (await this.named([name])).get(name);
    if (!detail) throw new Problem('NotFound');
    return detail;
  }

  /** @throws Problem as our own route */
  async add(name: string): Promise<DomainDetail> {
    return this.domains.create(currentTenantId(), bodyOf({ Name: name }, CreateDomainRequest).Name);
  }

  /** The domain, which is added if the account has none of the name. @throws Problem as our own route */
  async ensure(name: string): Promise<DomainDetail> {
    try {
      return await this.add(name);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'AlreadyExists') throw error;
      return this.get(name);
    }
  }

  /** @throws Problem NotFound */
  async remove(name: string): Promise<void> {
    await this.domains.delete(currentTenantId(), (await this.get(name)).domain.id);
  }
}
