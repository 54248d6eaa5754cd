import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { PagesService } from '../../pages/pages.service.js';
import { RoutingObject, RoutingRequest, toRules } from '../routing.dto.js';
import { RoutingService } from '../routing.service.js';

@Session()
@Resolver(() => RoutingObject)
export class RoutingResolver {
  constructor(
    private readonly routing: RoutingService,
    private readonly pages: PagesService,
  ) {}

  @Query(() => RoutingObject, { nullable: true, description: 'The rules of a page.' })
  async pageRouting(@Args('pageId', { type: () => ID }) pageId: string): Promise<RoutingObject> {
    if (!(await this.pages.exists(currentTenantId(), pageId))) throw new Problem('NotFound');
    return RoutingObject.of(await this.routing.find(currentTenantId(), pageId));
  }

  @Mutation(() => RoutingObject, {
    nullable: true,
    description: 'Replaces the rules of a page; the first that holds decides.',
  })
  async replacePageRouting(
    @Args('pageId', { type: () => ID }) pageId: string,
    @Args('input') input: RoutingRequest,
  ): Promise<RoutingObject> {
    return RoutingObject.of(await this.routing.replace(currentTenantId(), pageId, toRules(input)));
  }
}
