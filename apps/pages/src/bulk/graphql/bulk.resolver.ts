import { randomUUID } from 'node:crypto';
import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { BulkService } from '../bulk.service.js';
import { BulkRequest, BulkResponse, toBulkWork } from '../bulk.dto.js';

@Session()
@Resolver()
export class BulkResolver {
  constructor(private readonly bulk: BulkService) {}

  @Mutation(() => BulkResponse, { nullable: true, description: 'Does one thing to up to 100 pages, each for itself.' })
  async bulkPages(@Args('input') input: BulkRequest): Promise<BulkResponse> {
    return BulkResponse.of(randomUUID(), input.acao, await this.bulk.run(currentTenantId(), toBulkWork(input)));
  }
}
