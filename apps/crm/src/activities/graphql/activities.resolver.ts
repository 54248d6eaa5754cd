import { Args, ID, Int, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/core/auth';
import { TenantLoader, TenantPagesLoader } from '#libs/core/graphql';
import { Problem } from '#libs/core/http';
import { SecretBox } from '#libs/core/secrets';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import { filteredCursors } from '../../filtered-cursors.js';
import type { TimelineEntry } from '../../timeline/activity.js';
import { ActivitiesService } from '../activities.service.js';
import { ActivityFilters, ActivityObject, AddNoteRequest, UpdateNoteRequest } from '../activity.dto.js';
import type { CountOfContact, OfContact } from '../activity.repository.js';
import { currentNoteAuthor } from '../note-author.js';
import { NotesService } from '../notes.service.js';
import { fromWireActivityType } from '../wire-activity.js';
import { ActivityConnection, ActivityConnectionArgs } from './activity.types.js';

@Session()
@Resolver(() => ActivityObject)
export class ActivitiesResolver {
  constructor(
    private readonly activities: ActivitiesService,
    private readonly notes: NotesService,
  ) {}

  @Query(() => ActivityObject, { nullable: true, description: 'One entry in the timeline of a contact.' })
  async activity(
    @Args('contato_id', { type: () => ID }) contactId: string,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<ActivityObject> {
    const entry = await this.activities.find(currentTenantId(), contactId, id);
    if (!entry) throw new Problem('NotFound');
    return ActivityObject.of(entry);
  }

  @Mutation(() => ActivityObject, { nullable: true, description: 'A note in the timeline of a contact.' })
  async addContactNote(
    @Args('contato_id', { type: () => ID }) contactId: string,
    @Args('input') { texto }: AddNoteRequest,
  ): Promise<ActivityObject> {
    const { userId } = currentSession();
    return ActivityObject.of(await this.notes.add(currentTenantId(), userId, contactId, texto));
  }

  @Mutation(() => ActivityObject, {
    nullable: true,
    description: 'Changes a note, by its author or an admin. `dados` says who did it, and when.',
  })
  async updateContactNote(
    @Args('contato_id', { type: () => ID }) contactId: string,
    @Args('id', { type: () => ID }) id: string,
    @Args('input') { texto }: UpdateNoteRequest,
  ): Promise<ActivityObject> {
    const address = { tenantId: currentTenantId(), contactId, id };
    return ActivityObject.of(await this.notes.update(address, currentNoteAuthor(), texto));
  }

  @Mutation(() => ID, {
    nullable: true,
    description: 'Deletes a note, by its author or an admin. Answers its id.',
  })
  async deleteContactNote(
    @Args('contato_id', { type: () => ID }) contactId: string,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<string> {
    await this.notes.delete({ tenantId: currentTenantId(), contactId, id }, currentNoteAuthor());
    return id;
  }
}

@Resolver(() => ContactObject)
export class ContactActivitiesResolver {
  private readonly pages: TenantPagesLoader<OfContact, TimelineEntry>;
  private readonly counts: TenantLoader<CountOfContact, { of: CountOfContact; total: number }>;

  constructor(
    activities: ActivitiesService,
    private readonly secrets: SecretBox,
  ) {
    this.pages = new TenantPagesLoader((tenantId, requests) => activities.listPages(tenantId, requests));
    this.counts = new TenantLoader(
      async (tenantId, requests) => {
        const totals = await activities.countMany(tenantId, requests);
        return requests.map((of, index) => ({ of, total: totals[index]! }));
      },
      ({ of }) => of,
    );
  }

  @ResolveField(() => ActivityConnection, { description: 'The timeline, newest first.' })
  async activities(
    @Parent() { id: contactId }: ContactObject,
    @Args() args: ActivityConnectionArgs,
  ): Promise<ActivityConnection> {
    const type = args.tipo === undefined ? undefined : fromWireActivityType(args.tipo);
    const cursors = filteredCursors(this.secrets, 'crm.activities', currentTenantId(), { id: contactId, type });
    return ActivityConnection.read(args, cursors, (page) => this.pages.load({ contactId, type, ...page }));
  }

  @ResolveField(() => Int, { description: 'How many entries the timeline has, of all types or of one.' })
  async activityCount(@Parent() { id: contactId }: ContactObject, @Args() { tipo }: ActivityFilters): Promise<number> {
    const type = tipo === undefined ? undefined : fromWireActivityType(tipo);
    return (await this.counts.load({ contactId, type }))!.total;
  }
}
