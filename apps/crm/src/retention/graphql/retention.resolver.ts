import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { RetentionObject, SetRetentionRequest } from '../retention.dto.js';
import { RetentionService } from '../retention.service.js';

@Resolver(() => RetentionObject)
export class RetentionResolver {
  constructor(private readonly service: RetentionService) {}

  @Query(() => RetentionObject, { nullable: true, description: 'How long contacts without activity are kept.' })
  @Session()
  async retention(): Promise<RetentionObject> {
    return RetentionObject.of(await this.service.get(currentTenantId()));
  }

  @Mutation(() => RetentionObject, {
    nullable: true,
    description: 'Sets how long contacts without activity are kept, by an admin; later they are anonymized for good.',
  })
  @Session({ role: 'admin' })
  async setRetention(@Args('input') { dias }: SetRetentionRequest): Promise<RetentionObject> {
    return RetentionObject.of(await this.service.set(currentTenantId(), dias));
  }
}
