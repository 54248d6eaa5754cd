import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { UuidArgument } from '../../uuid-argument.js';
import type { Destination } from '../destination.entity.js';
import { DestinationsService } from '../destinations.service.js';
import { toTested, toWebhookValues } from '../dto/destination.mappers.js';
import { DeliveryObject, DestinationObject, TestedObject } from '../dto/destination.objects.js';
import { DestinationRequest, ListDeliveriesQuery } from '../dto/destination.requests.js';
import { WebhookDestinationsService } from '../webhook-destinations.service.js';

@Session()
@Resolver(() => DestinationObject)
export class DestinationsResolver {
  constructor(
    private readonly service: DestinationsService,
    private readonly webhooks: WebhookDestinationsService,
  ) {}

  @Query(() => [DestinationObject], { nullable: true, description: 'The destinations of the account; at most 50.' })
  async destinations(): Promise<DestinationObject[]> {
    const destinations = await this.service.list(currentTenantId(), 'webhook');
    return destinations.map((destination) => DestinationObject.of(destination));
  }

  @Query(() => DestinationObject, { nullable: true, description: 'One destination, without its secret.' })
  async destination(@UuidArgument() id: string): Promise<DestinationObject> {
    return DestinationObject.of(await this.found(id));
  }

  @ResolveField(() => [DeliveryObject], { description: 'The newest deliveries, without what is sent.' })
  async entregas(
    @Parent() { id }: DestinationObject,
    @Args() { limite }: ListDeliveriesQuery,
  ): Promise<DeliveryObject[]> {
    const deliveries = await this.service.listDeliveries({ tenantId: currentTenantId(), id }, limite);
    return deliveries.map((delivery) => DeliveryObject.of(delivery));
  }

  @Session({ role: 'admin' })
  @Mutation(() => DestinationObject, { nullable: true, description: 'A new destination for captured leads.' })
  async createDestination(@Args('input') input: DestinationRequest): Promise<DestinationObject> {
    return DestinationObject.of(await this.webhooks.create(currentTenantId(), toWebhookValues(input)));
  }

  @Session({ role: 'admin' })
  @Mutation(() => DestinationObject, {
    nullable: true,
    description: 'Replaces a destination. An absent `segredo` keeps the stored one, null removes it.',
  })
  async replaceDestination(
    @UuidArgument() id: string,
    @Args('input') input: DestinationRequest,
  ): Promise<DestinationObject> {
    return DestinationObject.of(await this.webhooks.replace(await this.found(id), toWebhookValues(input)));
  }

  @Session({ role: 'admin' })
  @Mutation(() => ID, { nullable: true, description: 'Deletes a destination and its deliveries. Answers its id.' })
  async deleteDestination(@UuidArgument() id: string): Promise<string> {
    await this.service.delete(await this.found(id));
    return id;
  }

  @Session({ role: 'admin' })
  @Mutation(() => TestedObject, { nullable: true, description: 'Enqueues a sample of a captured lead.' })
  async testDestination(@UuidArgument() id: string): Promise<TestedObject> {
    await this.webhooks.test(await this.found(id));
    return toTested('A entrega de teste tem "teste": true e aparece em entregas.');
  }

  private async found(id: string): Promise<Destination> {
    const destination = await this.service.find(currentTenantId(), 'webhook', id);
    if (!destination) throw new Problem('NotFound');
    return destination;
  }
}
