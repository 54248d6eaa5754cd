import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { InboundRouteView } from '../routes/inbound-route.dto.js';
import type { InboundRoute } from '../routes/inbound-route.entity.js';
import { InboundRoutesService } from '../routes/inbound-routes.service.js';
import { InboundRouteConnection, InboundRouteConnectionArgs } from './inbound.types.js';

/** The route that the argument `id` names. */
export const InboundRouteArgument = knownArgument('id', InboundRoutesService, (routes, id) =>
  routes.find(currentTenantId(), id),
);

@Session()
@Resolver(() => InboundRouteView)
export class InboundRoutesResolver {
  constructor(private readonly routes: InboundRoutesService) {}

  @Query(() => InboundRouteConnection, { nullable: true, description: 'The routes of received mail, newest first.' })
  inboundRoutes(@Args() args: InboundRouteConnectionArgs): Promise<InboundRouteConnection> {
    return InboundRouteConnection.read(args, (page) => this.routes.listPage(currentTenantId(), page));
  }

  @Query(() => InboundRouteView, { nullable: true, description: 'One route of received mail.' })
  async inboundRoute(@InboundRouteArgument() route: InboundRoute): Promise<InboundRouteView> {
    return InboundRouteView.of(await this.routes.describe(route));
  }
}
