import { Args, ID, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { JsonObject } from '#libs/core/graphql';
import { Problem } from '#libs/core/http';
import { validateDocument } from '../../validation/validate-document.js';
import { foundDocument } from '../../graphql/found-document.js';
import { PageNode } from '../../pages/graphql/page.types.js';
import { PagesService } from '../../pages/pages.service.js';
import { answeringConflict } from '../answering-conflict.js';
import { DraftsService } from '../drafts.service.js';
import { DraftRelations } from './draft-relations.js';
import { DiscardDraftInput, DraftNode, SaveDraftInput } from './draft.types.js';

@Session()
@Resolver(() => DraftNode)
export class DraftsResolver {
  constructor(
    private readonly drafts: DraftsService,
    private readonly pages: PagesService,
    private readonly relations: DraftRelations,
  ) {}

  @Mutation(() => DraftNode, {
    nullable: true,
    description: 'With a base, 409 with `atual` and `enviado` if the draft has changed since.',
  })
  async savePageDraft(
    @Args('id', { type: () => ID, description: 'The page' }) id: string,
    @Args('input') { template, base }: SaveDraftInput,
  ): Promise<DraftNode> {
    const document = validateDocument(template);
    return answeringConflict(
      async () => DraftNode.ofWritten(id, await this.drafts.write(currentTenantId(), id, document, base || null)),
      { template, base },
    );
  }

  @Mutation(() => PageNode, { nullable: true, description: 'Without a base, the draft is kept as a version.' })
  async discardPageDraft(
    @Args('id', { type: () => ID, description: 'The page' }) id: string,
    @Args('input', { defaultValue: {} }) { base }: DiscardDraftInput,
  ): Promise<PageNode> {
    await answeringConflict(() => this.drafts.delete(currentTenantId(), id, base || null), { base });
    const page = await this.pages.find(currentTenantId(), id);
    if (!page) throw new Problem('NotFound');
    return PageNode.of(page);
  }

  @ResolveField(() => JsonObject, { description: 'The document.' })
  async template(@Parent() { pageId, base, document }: DraftNode): Promise<object> {
    return document ?? foundDocument(await this.relations.documents.load({ pageId, base }));
  }
}
