import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { toPeriod, UsageObject, UsageQuery } from '../usage.dto.js';
import { UsageService } from '../usage.service.js';

@Session()
@Resolver(() => UsageObject)
export class UsageResolver {
  constructor(private readonly service: UsageService) {}

  @Query(() => UsageObject, { nullable: true, description: 'What the account uses of the CRM, in a month.' })
  async usage(@Args() query: UsageQuery): Promise<UsageObject> {
    return UsageObject.of(await this.service.get(currentTenantId(), toPeriod(query)));
  }
}
