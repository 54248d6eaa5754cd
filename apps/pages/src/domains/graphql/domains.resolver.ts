import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { CreateDomainRequest } from '../domain.dto.js';
import { MAX_DOMAINS } from '../domain-problems.js';
import { DomainVerification } from '../domain-verification.service.js';
import { DomainsService } from '../domains.service.js';
import { DomainNode } from './domain.types.js';

@Session()
@Resolver(() => DomainNode)
export class DomainsResolver {
  constructor(
    private readonly domainsService: DomainsService,
    private readonly verification: DomainVerification,
  ) {}

  @Query(() => [DomainNode], { nullable: true, description: 'All domains, the default first.' })
  async domains(): Promise<DomainNode[]> {
    const domains = await this.domainsService.list(currentTenantId(), MAX_DOMAINS);
    return domains.map((domain) => DomainNode.of(domain));
  }

  @Query(() => DomainNode, { nullable: true, description: 'One domain, with the TXT record to publish.' })
  async domain(@Args('id', { type: () => ID }) id: string): Promise<DomainNode> {
    const domain = await this.domainsService.find(currentTenantId(), id);
    if (!domain) throw new Problem('NotFound');
    return DomainNode.of(domain);
  }

  @Mutation(() => DomainNode, {
    nullable: true,
    description: 'Claims a host. Publish the TXT record of the answer, then verify.',
  })
  @Session({ role: 'admin' })
  async createDomain(@Args('input') { host }: CreateDomainRequest): Promise<DomainNode> {
    return DomainNode.of(await this.domainsService.create(currentTenantId(), host));
  }

  @Mutation(() => DomainNode, { nullable: true, description: 'Looks for the TXT record in DNS.' })
  @Session({ role: 'admin' })
  async verifyDomain(@Args('id', { type: () => ID }) id: string): Promise<DomainNode> {
    return DomainNode.of(await this.verification.verify(currentTenantId(), id));
  }

  @Mutation(() => DomainNode, { nullable: true, description: 'Makes a verified domain the default.' })
  @Session({ role: 'admin' })
  async makeDomainDefault(@Args('id', { type: () => ID }) id: string): Promise<DomainNode> {
    return DomainNode.of(await this.domainsService.makeDefault(currentTenantId(), id));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a domain with its redirects, unless pages are on it. Answers its id.',
  })
  @Session({ role: 'admin' })
  async deleteDomain(@Args('id', { type: () => ID }) id: string): Promise<string> {
    await this.domainsService.delete(currentTenantId(), id);
    return id;
  }
}
