import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { ListDomainsQuery } from '../domain.requests.js';
import { DomainView } from '../domain.responses.js';
import { DomainsService } from '../domains.service.js';
import { SendingDomainConnection, SendingDomainConnectionArgs, SendingDomainPageType } from './domain.types.js';

@Session()
@Resolver(() => DomainView)
export class DomainsResolver {
  constructor(private readonly domains: DomainsService) {}

  @Query(() => SendingDomainPageType, { nullable: true, description: 'The sending domains, newest first.' })
  async sendingDomainPage(@Args() query: ListDomainsQuery): Promise<SendingDomainPageType> {
    const { items, nextCursor, hasMore } = await this.domains.listPage(currentTenantId(), query);
    return { domains: items.map((detail) => DomainView.of(detail)), nextCursor: String(nextCursor), hasMore };
  }

  @Query(() => SendingDomainConnection, { nullable: true, description: 'The sending domains, newest first.' })
  sendingDomains(@Args() args: SendingDomainConnectionArgs): Promise<SendingDomainConnection> {
    return SendingDomainConnection.read(args, (page) => this.domains.listPage(currentTenantId(), page));
  }

  @Query(() => DomainView, { nullable: true, description: 'One sending domain with its records and keys.' })
  async sendingDomain(@Args('id', { type: () => ID }) id: string): Promise<DomainView> {
    return DomainView.of(await this.domains.get(currentTenantId(), id));
  }
}
