import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { currentTenantId } from '#libs/core/auth';
import { TenantPagesLoader } from '#libs/core/graphql';
import { SecretBox } from '#libs/core/secrets';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import { filteredCursors } from '../../filtered-cursors.js';
import { type OfVisitor, type Visit, VisitsService } from '../visits.service.js';
import { VisitConnection, VisitConnectionArgs } from './visit.types.js';

@Resolver(() => ContactObject)
export class ContactVisitsResolver {
  private readonly pages: TenantPagesLoader<OfVisitor, Visit>;

  constructor(
    visits: VisitsService,
    private readonly secrets: SecretBox,
  ) {
    this.pages = new TenantPagesLoader((tenantId, requests) => visits.listPages(tenantId, requests));
  }

  @ResolveField(() => VisitConnection, {
    description: 'The visits to landing pages in which the contact sent a form, newest first.',
  })
  async visits(@Parent() { id }: ContactObject, @Args() args: VisitConnectionArgs): Promise<VisitConnection> {
    const cursors = filteredCursors(this.secrets, 'crm.visits', currentTenantId(), { id });
    return VisitConnection.read(args, cursors, (page) => this.pages.load({ contactId: id, ...page }));
  }
}
