import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { UuidArgument } from '../../uuid-argument.js';
import { JourneyObject } from '../definition/journey.dto.js';
import { JourneyClock } from '../engine/journey-clock.js';
import { JourneyFiguresService } from '../figures/journey-figures.service.js';
import { SimulationObject, SimulationRequest, VersionFiguresObject } from '../figures/journey-ways.dto.js';
import { JourneySimulation } from '../simulation/journey-simulation.js';

@Session()
@Resolver(() => JourneyObject)
export class JourneyWaysResolver {
  constructor(
    private readonly simulations: JourneySimulation,
    private readonly figures: JourneyFiguresService,
    private readonly clock: JourneyClock,
  ) {}

  @Mutation(() => SimulationObject, {
    nullable: true,
    description: 'Says what a journey would do with a contact; nothing of it happens.',
  })
  async simulateJourney(
    @UuidArgument() id: string,
    @Args('input') { contato_id, agora }: SimulationRequest,
  ): Promise<SimulationObject> {
    const at = agora === undefined ? this.clock.now() : new Date(agora);
    return SimulationObject.of(await this.simulations.simulate(currentTenantId(), id, contato_id, at));
  }

  @Query(() => [VersionFiguresObject], {
    nullable: true,
    description: 'How many contacts came to each step of a journey, by version, the newest first.',
  })
  async journeyFigures(@UuidArgument() id: string): Promise<VersionFiguresObject[]> {
    const versions = await this.figures.read(currentTenantId(), id);
    return versions.map((version) => VersionFiguresObject.of(version));
  }
}
