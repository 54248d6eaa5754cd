import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenant, Session } from '#libs/core/auth';
import { UsageService } from '../../usage/usage.service.js';
import { TenantUsageQuery } from '../tenant-usage.query.js';
import { TenantUsageView } from '../tenant-usage.responses.js';

@Session()
@Resolver()
export class TenantUsageResolver {
  constructor(private readonly usage: UsageService) {}

  @Query(() => TenantUsageView, {
    nullable: true,
    description:
      'What the account has used this month and today, what its plan allows and leaves, and the months before.',
  })
  async tenantUsage(@Args() { months }: TenantUsageQuery): Promise<TenantUsageView> {
    return TenantUsageView.of(await this.usage.report(currentTenant(), new Date(), months));
  }
}
