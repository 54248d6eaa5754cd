import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import type { Destination } from '../../destinations/destination.entity.js';
import { DestinationsService } from '../../destinations/destinations.service.js';
import { toTested } from '../../destinations/dto/destination.mappers.js';
import { DeliveryObject, TestedObject } from '../../destinations/dto/destination.objects.js';
import { ListDeliveriesQuery } from '../../destinations/dto/destination.requests.js';
import { UuidArgument } from '../../uuid-argument.js';
import { ConversionObject, ConversionRequest, noticeOf, toConversion } from '../conversion.dto.js';
import { ConversionsService } from '../conversions.service.js';

@Session()
@Resolver(() => ConversionObject)
export class ConversionsResolver {
  constructor(
    private readonly conversions: ConversionsService,
    private readonly destinations: DestinationsService,
  ) {}

  @Query(() => [ConversionObject], {
    nullable: true,
    description: 'The integrations of the account with providers of advertising; at most 50.',
  })
  async conversionIntegrations(): Promise<ConversionObject[]> {
    const integrations = await this.destinations.list(currentTenantId(), 'provider');
    return integrations.map((integration) => ConversionObject.of(integration));
  }

  @Query(() => ConversionObject, { nullable: true, description: 'One integration, without its secret.' })
  async conversionIntegration(@UuidArgument() id: string): Promise<ConversionObject> {
    return ConversionObject.of(await this.found(id));
  }

  @ResolveField(() => [DeliveryObject], { description: 'The newest deliveries, with the answers of the provider.' })
  async entregas(
    @Parent() { id }: ConversionObject,
    @Args() { limite }: ListDeliveriesQuery,
  ): Promise<DeliveryObject[]> {
    const deliveries = await this.destinations.listDeliveries({ tenantId: currentTenantId(), id }, limite);
    return deliveries.map((delivery) => DeliveryObject.of(delivery));
  }

  @Session({ role: 'admin' })
  @Mutation(() => ConversionObject, { nullable: true, description: 'A new integration with a provider.' })
  async createConversionIntegration(@Args('input') input: ConversionRequest): Promise<ConversionObject> {
    return ConversionObject.of(await this.conversions.create(currentTenantId(), toConversion(input)));
  }

  @Session({ role: 'admin' })
  @Mutation(() => ConversionObject, {
    nullable: true,
    description: 'Replaces an integration. An absent `segredo` keeps the stored one, null removes it.',
  })
  async replaceConversionIntegration(
    @UuidArgument() id: string,
    @Args('input') input: ConversionRequest,
  ): Promise<ConversionObject> {
    return ConversionObject.of(await this.conversions.replace(await this.found(id), toConversion(input)));
  }

  @Session({ role: 'admin' })
  @Mutation(() => ID, { nullable: true, description: 'Deletes an integration and its deliveries. Answers its id.' })
  async deleteConversionIntegration(@UuidArgument() id: string): Promise<string> {
    await this.destinations.delete(await this.found(id));
    return id;
  }

  @Session({ role: 'admin' })
  @Mutation(() => TestedObject, { nullable: true, description: 'Enqueues a sample event for the provider.' })
  async testConversionIntegration(@UuidArgument() id: string): Promise<TestedObject> {
    return toTested(noticeOf(await this.conversions.test(await this.found(id))));
  }

  private async found(id: string): Promise<Destination> {
    const integration = await this.destinations.find(currentTenantId(), 'provider', id);
    if (!integration) throw new Problem('NotFound');
    return integration;
  }
}
