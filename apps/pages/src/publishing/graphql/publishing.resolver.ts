import { Args, Field, ID, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { GraphqlObject } from '#libs/core/graphql';
import { PageNode } from '../../pages/graphql/page.types.js';
import { PublishedResponse, PublishRequest } from '../publishing.dto.js';
import { PublishingService } from '../publishing.service.js';

@GraphqlObject('PublishPagePayload', 'A page that was published.')
export class PublishPagePayload extends PublishedResponse {
  @Field(() => PageNode)
  page: PageNode;
}

@Session()
@Resolver()
export class PublishingResolver {
  constructor(private readonly publishing: PublishingService) {}

  @Mutation(() => PublishPagePayload, {
    nullable: true,
    description: 'Publishes a version; the newest if none is given.',
  })
  async publishPage(
    @Args('id', { type: () => ID }) id: string,
    @Args('input', { defaultValue: {} }) { versao }: PublishRequest,
  ): Promise<PublishPagePayload> {
    const publication = await this.publishing.publish(currentTenantId(), id, versao);
    return { ...PublishedResponse.of(publication), page: PageNode.of(publication.placed) };
  }

  @Mutation(() => PageNode, { nullable: true, description: 'Takes a page off the air.' })
  async unpublishPage(@Args('id', { type: () => ID }) id: string): Promise<PageNode> {
    return PageNode.of((await this.publishing.unpublish(currentTenantId(), id)).placed);
  }
}
