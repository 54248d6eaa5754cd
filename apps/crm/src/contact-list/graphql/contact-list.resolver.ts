import { Args, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { SecretBox } from '#libs/core/secrets';
import { ContactObject } from '../../contacts/dto/contact.object.js';
import { ContactConnection } from '../../contacts/graphql/contact.types.js';
import { ContactListService } from '../contact-list.service.js';
import { toContactFilter } from '../dto/contact-list.query.js';
import { filteredCursors } from '../../filtered-cursors.js';
import { ContactConnectionArgs, toCustomTexts } from './contact-list.types.js';

@Session()
@Resolver(() => ContactObject)
export class ContactListResolver {
  constructor(
    private readonly list: ContactListService,
    private readonly secrets: SecretBox,
  ) {}

  @Query(() => ContactConnection, {
    nullable: true,
    description: 'The contacts, newest first, but for the deleted ones. All filters that are given apply together.',
  })
  async contacts(@Args() args: ContactConnectionArgs): Promise<ContactConnection> {
    const tenantId = currentTenantId();
    const filter = await this.list.withCustom(tenantId, toContactFilter(args), toCustomTexts(args));
    const cursors = filteredCursors(this.secrets, 'crm.contacts', tenantId, filter);
    return ContactConnection.read(args, cursors, (page) => this.list.listPage(tenantId, filter, page));
  }
}
