import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf, IdArgument } from '#libs/core/graphql';
import { ContactFilters, ContactObject, SuggestQuery } from '../contact.dto.js';
import type { SortedContact } from '../contact-list.sql.js';

@ArgsType()
export class ContactsOfMailbox extends ContactFilters {
  @IdArgument()
  mailbox_id: string;
}

const contacts = connectionOf<SortedContact, ContactObject, ContactsOfMailbox>('MailboxContact', ContactObject, {
  max: 200,
  position: ({ sortedBy, id }) => [sortedBy, id],
  filters: ContactsOfMailbox,
});

@ArgsType()
export class MailboxContactConnectionArgs extends contacts.Args {}

@ObjectType()
export class MailboxContactConnection extends contacts.Connection {}

@ArgsType()
export class SuggestionArgs extends SuggestQuery {
  @IdArgument()
  mailbox_id: string;
}
