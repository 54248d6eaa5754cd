import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf, KeyList } from '#libs/core/graphql';
import { ContactObject } from '../dto/contact.object.js';

export const CONTACTS_MAX = 200;

const contacts = connectionOf('CrmContact', ContactObject, {
  max: CONTACTS_MAX,
  position: ({ contact }) => [contact.createdAt, contact.id],
});

/** The arguments of a list of contacts without filters. */
@ArgsType()
export class ContactsOfArgs extends contacts.Args {}

@ObjectType('CrmContactConnection')
export class ContactConnection extends contacts.Connection {}

@ArgsType()
export class ContactsByEmailArgs {
  @KeyList('String')
  emails: string[];
}
