import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { ReplaceSiteTagsRequest, SiteTagsResponse, toTagValues } from '../site-tags.dto.js';
import { SiteTagsService } from '../site-tags.service.js';

@Session()
@Resolver(() => SiteTagsResponse)
export class SiteTagsResolver {
  constructor(private readonly tags: SiteTagsService) {}

  @Query(() => SiteTagsResponse, { nullable: true, description: 'The tags of the site, and its consent banner.' })
  async siteTags(): Promise<SiteTagsResponse> {
    return SiteTagsResponse.of(await this.tags.get(currentTenantId()));
  }

  @Mutation(() => SiteTagsResponse, { nullable: true, description: 'Replaces the tags of the site.' })
  @Session({ role: 'admin' })
  async replaceSiteTags(@Args('input') input: ReplaceSiteTagsRequest): Promise<SiteTagsResponse> {
    return SiteTagsResponse.of(await this.tags.replace(currentTenantId(), toTagValues(input)));
  }
}
