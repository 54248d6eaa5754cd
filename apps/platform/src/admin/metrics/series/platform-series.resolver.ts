import { Args, Query, Resolver } from '@nestjs/graphql';
import { Operator } from '#libs/core/auth';
import { PlatformPointObject, PlatformSeriesQuery } from './platform-series.dto.js';
import { PlatformSeriesService } from './platform-series.service.js';

@Operator()
@Resolver(() => PlatformPointObject)
export class PlatformSeriesResolver {
  constructor(private readonly series: PlatformSeriesService) {}

  @Query(() => [PlatformPointObject], {
    nullable: true,
    description:
      'The figures of the whole platform over time, by the hour (up to 31 days) or by the day (up to 400). A point for each, also ' +
      'those without figures; the last one is under way. For operators.',
  })
  async platformSeries(@Args() args: PlatformSeriesQuery): Promise<PlatformPointObject[]> {
    return (await this.series.read(args)).map((point) => PlatformPointObject.of(point));
  }
}
