import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import { ContactRelations } from '../../contacts/graphql/contact-relations.js';
import { UuidArgument } from '../../uuid-argument.js';
import { DecideSuggestionRequest, SuggestionObject, toDecision } from '../suggestion.dto.js';
import { SuggestionsService } from '../suggestions.service.js';
import { MergeSuggestionConnection, MergeSuggestionConnectionArgs } from './suggestion.types.js';

@Session()
@Resolver(() => SuggestionObject)
export class SuggestionsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly suggestions: SuggestionsService,
    private readonly relations: ContactRelations,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'crm.merge-suggestions');
  }

  @Query(() => MergeSuggestionConnection, {
    nullable: true,
    description: 'The pairs of contacts that may be one person and wait for a decision, newest first.',
  })
  async mergeSuggestions(@Args() args: MergeSuggestionConnectionArgs): Promise<MergeSuggestionConnection> {
    const tenantId = currentTenantId();
    return MergeSuggestionConnection.read(args, this.cursors, (page) => this.suggestions.listPage(tenantId, page));
  }

  @Mutation(() => SuggestionObject, { nullable: true, description: 'Records a decision; it merges nothing.' })
  async decideMergeSuggestion(
    @UuidArgument() id: string,
    @Args('input') input: DecideSuggestionRequest,
  ): Promise<SuggestionObject> {
    const { userId } = currentSession();
    return SuggestionObject.of(await this.suggestions.decide(currentTenantId(), userId, id, toDecision(input)));
  }

  @ResolveField(() => ContactObject, { nullable: true, description: 'The older of the two; null once it is deleted.' })
  async contact(@Parent() { contato_id }: SuggestionObject): Promise<ContactObject | null> {
    return this.find(contato_id);
  }

  @ResolveField(() => ContactObject, { nullable: true, description: 'Null once it is deleted.' })
  async otherContact(@Parent() { outro_contato_id }: SuggestionObject): Promise<ContactObject | null> {
    return this.find(outro_contato_id);
  }

  private async find(contactId: string): Promise<ContactObject | null> {
    const record = await this.relations.contacts.load(contactId);
    return record ? ContactObject.of(record) : null;
  }
}
