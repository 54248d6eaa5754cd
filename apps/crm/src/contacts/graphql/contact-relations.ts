import { Injectable } from '@nestjs/common';
import { TenantLoader } from '#libs/core/graphql';
import type { ContactRecord } from '../contact-record.js';
import { ContactsService } from '../contacts.service.js';

/** Contacts that lists refer to, found for all items of a list at once. */
@Injectable()
export class ContactRelations {
  readonly contacts: TenantLoader<string, ContactRecord>;

  constructor(contacts: ContactsService) {
    this.contacts = new TenantLoader(
      (tenantId, ids) => contacts.listByIds(tenantId, ids),
      ({ contact }) => contact.id,
    );
  }
}
