import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { PageNode } from '../../pages/graphql/page.types.js';
import { ImportPageRequest } from '../import.dto.js';
import { ImportingService } from '../importing.service.js';

@Session()
@Resolver()
export class ImportResolver {
  constructor(private readonly importing: ImportingService) {}

  @Mutation(() => PageNode, { nullable: true, description: 'A new page from a document or from a page template.' })
  async importPage(@Args('input') input: ImportPageRequest): Promise<PageNode> {
    return PageNode.of(await this.importing.import(currentTenantId(), input));
  }
}
