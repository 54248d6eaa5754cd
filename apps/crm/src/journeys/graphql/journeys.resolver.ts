import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { UuidArgument } from '../../uuid-argument.js';
import { JourneyObject } from '../definition/journey.dto.js';
import { JourneyActivationRequest, JourneyRequest } from '../definition/journey.request.js';
import { found, JourneysService } from '../definition/journeys.service.js';

@Session()
@Resolver(() => JourneyObject)
export class JourneysResolver {
  constructor(private readonly service: JourneysService) {}

  @Query(() => [JourneyObject], {
    nullable: true,
    description: 'The journeys of the account, the newest first; at most 100 by default.',
  })
  async journeys(): Promise<JourneyObject[]> {
    const journeys = await this.service.list(currentTenantId());
    return journeys.map((journey) => JourneyObject.of(journey));
  }

  @Query(() => JourneyObject, { nullable: true, description: 'One journey, with the steps of its newest version.' })
  async journey(@UuidArgument() id: string): Promise<JourneyObject> {
    return JourneyObject.of(found(await this.service.find(currentTenantId(), id)));
  }

  @Mutation(() => JourneyObject, { nullable: true, description: 'A new journey, which is off.' })
  async createJourney(@Args('input') input: JourneyRequest): Promise<JourneyObject> {
    return JourneyObject.of(await this.service.create(currentTenantId(), input));
  }

  @Mutation(() => JourneyObject, {
    nullable: true,
    description: 'Replaces all of a journey by a new version; who is inside stays on theirs.',
  })
  async replaceJourney(@UuidArgument() id: string, @Args('input') input: JourneyRequest): Promise<JourneyObject> {
    return JourneyObject.of(await this.service.replace(currentTenantId(), id, input));
  }

  @Mutation(() => ID, { nullable: true, description: 'Deletes a journey; who is inside leaves. Answers its id.' })
  async deleteJourney(@UuidArgument() id: string): Promise<string> {
    await this.service.delete(currentTenantId(), id);
    return id;
  }

  @Mutation(() => JourneyObject, { nullable: true, description: 'Turns a journey on, if it is valid, or off.' })
  async setJourneyActive(
    @UuidArgument() id: string,
    @Args('input') { ativa, encerrar }: JourneyActivationRequest,
  ): Promise<JourneyObject> {
    return JourneyObject.of(await this.service.setActive(currentTenantId(), id, ativa, encerrar ?? false));
  }
}
