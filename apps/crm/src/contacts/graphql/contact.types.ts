import { ArgsType, ObjectType } from '@nestjs/graphql';
import { byTime, connectionArgs, connectionOf, KeyList, ListOrders } from '#libs/core/graphql';
import type { ContactRecord } from '../contact-record.js';
import { ContactObject } from '../dto/contact.object.js';

export const CONTACTS_MAX = 200;

/** The sort keys of contacts, as an index has them. */
export const BY_CREATION = byTime({ key: 'createdAt', type: 'time' }, 'id');

export const CONTACT_ORDERS = new ListOrders('CrmContactSort', BY_CREATION);

const contacts = connectionOf('CrmContact', ContactObject, {
  max: CONTACTS_MAX,
  position: ({ contact }) => [contact.createdAt, contact.id],
  orders: CONTACT_ORDERS,
  row: ({ contact }: ContactRecord) => contact,
  counted: true,
});

/** The arguments of a list of contacts without filters. */
@ArgsType()
export class ContactsOfArgs extends contacts.Args {}

/** The arguments of the contacts of a company, which are found for all companies of a list at once. */
@ArgsType()
export class ContactsOfCompanyArgs extends connectionArgs({ max: CONTACTS_MAX }) {}

@ObjectType('CrmContactConnection')
export class ContactConnection extends contacts.Connection {}

@ArgsType()
export class ContactsByEmailArgs {
  @KeyList('String')
  emails: string[];
}
