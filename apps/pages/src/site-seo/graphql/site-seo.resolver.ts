import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { ReplaceSiteSeoRequest, SiteSeoResponse, toSiteValues } from '../site-seo.dto.js';
import { SiteSeoService } from '../site-seo.service.js';

@Session()
@Resolver(() => SiteSeoResponse)
export class SiteSeoResolver {
  constructor(private readonly sites: SiteSeoService) {}

  @Query(() => SiteSeoResponse, { nullable: true, description: 'The SEO of the site, or the defaults.' })
  async siteSeo(): Promise<SiteSeoResponse> {
    return SiteSeoResponse.of(await this.sites.get(currentTenantId()));
  }

  @Mutation(() => SiteSeoResponse, { nullable: true, description: 'Replaces the SEO of the site.' })
  @Session({ role: 'admin' })
  async replaceSiteSeo(@Args('input') input: ReplaceSiteSeoRequest): Promise<SiteSeoResponse> {
    return SiteSeoResponse.of(await this.sites.replace(currentTenantId(), toSiteValues(input)));
  }
}
