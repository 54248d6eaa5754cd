import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import { ContactRelations } from '../../contacts/graphql/contact-relations.js';
import { UuidArgument } from '../../uuid-argument.js';
import { MergeContactRequest, MergeObject } from '../merge.dto.js';
import { MergeService } from '../merge.service.js';
import { MergeUndoService } from '../merge-undo.service.js';

@Session()
@Resolver(() => MergeObject)
export class MergesResolver {
  constructor(
    private readonly merging: MergeService,
    private readonly undoing: MergeUndoService,
    private readonly relations: ContactRelations,
  ) {}

  @Query(() => MergeObject, {
    nullable: true,
    description: 'Which contacts were merged, when, and until when it can be undone.',
  })
  async contactMerge(@UuidArgument() id: string): Promise<MergeObject> {
    const merge = await this.undoing.find(currentTenantId(), id);
    if (!merge) throw new Problem('NotFound');
    return MergeObject.of(merge);
  }

  @Mutation(() => MergeObject, {
    nullable: true,
    description: 'Merges another contact into this one, and deletes the other.',
  })
  async mergeContact(
    @Args('id', { type: () => ID }) id: string,
    @Args('input') { contato_id }: MergeContactRequest,
  ): Promise<MergeObject> {
    return MergeObject.of(await this.merging.merge(currentTenantId(), currentSession().userId, id, contato_id));
  }

  @Mutation(() => MergeObject, {
    nullable: true,
    description: 'Restores both contacts, up to 30 days after the merge. What the kept one got since stays with it.',
  })
  async undoContactMerge(@UuidArgument() id: string): Promise<MergeObject> {
    return MergeObject.of(await this.undoing.undo(currentTenantId(), currentSession().userId, id));
  }

  @ResolveField(() => ContactObject, { nullable: true, description: 'The one that is kept; null once it is deleted.' })
  async contact(@Parent() { contato_id }: MergeObject): Promise<ContactObject | null> {
    return this.find(contato_id);
  }

  @ResolveField(() => ContactObject, { nullable: true, description: 'Null unless the merge was undone.' })
  async mergedContact(@Parent() { mesclado_id }: MergeObject): Promise<ContactObject | null> {
    return this.find(mesclado_id);
  }

  private async find(contactId: string): Promise<ContactObject | null> {
    const record = await this.relations.contacts.load(contactId);
    return record ? ContactObject.of(record) : null;
  }
}
