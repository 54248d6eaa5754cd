import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { PageNode } from '../../pages/graphql/page.types.js';
import { DraftRelations } from './draft-relations.js';
import { DraftNode } from './draft.types.js';

/** Resolves the draft of a page. */
@Resolver(() => PageNode)
export class PageDraftResolver {
  constructor(private readonly relations: DraftRelations) {}

  @ResolveField(() => DraftNode, { nullable: true, description: 'Null for a deleted page.' })
  async draft(@Parent() { id }: PageNode): Promise<DraftNode | null> {
    const state = await this.relations.drafts.load(id);
    return state ? DraftNode.of(state) : null;
  }
}
