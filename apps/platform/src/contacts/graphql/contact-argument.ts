import { currentTenantId } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { ContactsService } from '../contacts.service.js';

/** The contact that the argument `id` names. */
export const ContactArgument = knownArgument('id', ContactsService, (contacts, id) =>
  contacts.find(currentTenantId(), id),
);
