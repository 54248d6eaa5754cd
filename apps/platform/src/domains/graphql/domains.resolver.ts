import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/auth';
import { ListDomainsQuery } from '../domain.requests.js';
import { statusOf, type DomainDetail } from '../domain.js';
import { DomainsService } from '../domains.service.js';
import { SendingDomainPageType, SendingDomainType } from './domain.types.js';

@Resolver(() => SendingDomainType)
export class DomainsResolver {
  constructor(private readonly domains: DomainsService) {}

  @Query(() => SendingDomainPageType, { nullable: true, description: 'The sending domains, newest first.' })
  @Session()
  async sendingDomainPage(@Args() query: ListDomainsQuery): Promise<SendingDomainPageType> {
    const page = await this.domains.listPage(currentTenantId(), query);
    return { domains: page.items.map(toSendingDomain), nextCursor: String(page.nextCursor), hasMore: page.hasMore };
  }

  @Query(() => SendingDomainType, { nullable: true, description: 'One sending domain with its records and keys.' })
  @Session()
  async sendingDomain(@Args('id', { type: () => ID }) id: string): Promise<SendingDomainType> {
    return toSendingDomain(await this.domains.get(currentTenantId(), id));
  }
}

function toSendingDomain({ domain, records }: DomainDetail): SendingDomainType {
  const { id, name, verifiedAt, createdAt, lastCheckedAt, missingSince, keys } = domain;
  return {
    id,
    name,
    verifiedAt,
    createdAt,
    lastCheckedAt,
    missingSince,
    status: statusOf(domain),
    records,
    keys: keys.map((key) => ({
      ...key,
      active: key.state === 'active',
    })),
  };
}
