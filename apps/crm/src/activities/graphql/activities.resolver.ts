import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { currentSession, currentTenantId, Session } from '#libs/auth';
import { TenantPagesLoader } from '#libs/graphql';
import { Problem } from '#libs/http';
import { SecretBox } from '#libs/secrets';
import { ContactsService } from '../../contacts/contacts.service.js';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import { filteredCursors } from '../../filtered-cursors.js';
import type { TimelineEntry } from '../../timeline/activity.js';
import { ActivitiesService } from '../activities.service.js';
import { ActivityObject, AddNoteRequest } from '../activity.dto.js';
import type { OfContact } from '../activity.repository.js';
import { fromWireActivityType } from '../wire-activity.js';
import { ActivityConnection, ActivityConnectionArgs } from './activity.types.js';

@Session()
@Resolver(() => ActivityObject)
export class ActivitiesResolver {
  constructor(
    private readonly activities: ActivitiesService,
    private readonly contacts: ContactsService,
  ) {}

  @Query(() => ActivityObject, { nullable: true, description: 'One entry in the timeline of a contact.' })
  async activity(
    @Args('contato_id', { type: () => ID }) contactId: string,
    @Args('id', { type: () => ID }) id: string,
  ): Promise<ActivityObject> {
    const record = await this.contacts.find(currentTenantId(), contactId);
    if (!record) throw new Problem('NotFound');
    return ActivityObject.of(await this.activities.get(record, id));
  }

  @Mutation(() => ActivityObject, { nullable: true, description: 'A note in the timeline of a contact.' })
  async addContactNote(
    @Args('contato_id', { type: () => ID }) contactId: string,
    @Args('input') { texto }: AddNoteRequest,
  ): Promise<ActivityObject> {
    const { userId } = currentSession();
    return ActivityObject.of(await this.activities.addNote(currentTenantId(), userId, contactId, texto));
  }
}

@Resolver(() => ContactObject)
export class ContactActivitiesResolver {
  private readonly pages: TenantPagesLoader<OfContact, TimelineEntry>;

  constructor(
    activities: ActivitiesService,
    private readonly secrets: SecretBox,
  ) {
    this.pages = new TenantPagesLoader((tenantId, requests) => activities.listPages(tenantId, requests));
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
}
