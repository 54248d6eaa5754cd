import { currentTenantId } from '#libs/auth';
import { knownArgument } from '#libs/graphql';
import { ContactsService } from '../contacts.service.js';

/** The contact that the argument `id` names. */
export const ContactArgument = knownArgument('id', ContactsService, (contacts, id) =>
  contacts.find(currentTenantId(), id),
);
