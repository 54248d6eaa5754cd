import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { PageNode } from '../../pages/graphql/page.types.js';
import { PagesService } from '../../pages/pages.service.js';
import { ImportPageRequest } from '../import.dto.js';
import { toImportedPage } from '../imported-page.js';

@Session()
@Resolver()
export class ImportResolver {
  constructor(private readonly pages: PagesService) {}

  @Mutation(() => PageNode, { nullable: true, description: 'A new page from a document or from a page template.' })
  async importPage(@Args('input') input: ImportPageRequest): Promise<PageNode> {
    return PageNode.of(await this.pages.create(currentTenantId(), toImportedPage(input)));
  }
}
