import { Args, ID, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { CreateInboundRouteRequest, InboundRouteView, UpdateInboundRouteRequest } from '../routes/inbound-route.dto.js';
import type { InboundRoute } from '../routes/inbound-route.entity.js';
import { InboundRoutesService } from '../routes/inbound-routes.service.js';
import { InboundRouteArgument } from './inbound-routes.resolver.js';

@Session({ role: 'admin' })
@Resolver(() => InboundRouteView)
export class InboundRouteChangesResolver {
  constructor(private readonly routes: InboundRoutesService) {}

  @Mutation(() => InboundRouteView, {
    nullable: true,
    description: 'Receives mail for addresses of a verified domain. Publish the MX record of the answer.',
  })
  async createInboundRoute(@Args('input') input: CreateInboundRouteRequest): Promise<InboundRouteView> {
    return InboundRouteView.of(await this.routes.create(currentTenantId(), input.toRoute()));
  }

  @Mutation(() => InboundRouteView, {
    nullable: true,
    description: 'Changes a route of received mail. What is absent stays, and the domain always.',
  })
  async updateInboundRoute(
    @InboundRouteArgument() route: InboundRoute,
    @Args('input') input: UpdateInboundRouteRequest,
  ): Promise<InboundRouteView> {
    return InboundRouteView.of(await this.routes.update(route, input.toChanges()));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Removes a route: mail to its addresses is refused from then on. Answers its id.',
  })
  async deleteInboundRoute(@InboundRouteArgument() route: InboundRoute): Promise<string> {
    await this.routes.delete(route);
    return route.id;
  }
}
