import { Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { LiveTraffic } from './live-traffic.js';
import { LiveObject } from './live.dto.js';

@Session()
@Resolver(() => LiveObject)
export class LiveResolver {
  constructor(private readonly live: LiveTraffic) {}

  @Query(() => LiveObject, {
    nullable: true,
    description: 'The traffic of the last 30 minutes, and who is there now. REST has a stream of it.',
  })
  async liveTraffic(): Promise<LiveObject> {
    return this.live.read(currentTenantId());
  }
}
