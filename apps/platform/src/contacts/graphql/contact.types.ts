import { ArgsType, Field, ID, ObjectType } from '@nestjs/graphql';
import { BY_TIME, IdArgument, connectionArgs, pageConnectionOf, ListOrders } from '#libs/core/graphql';
import type { ContactRow } from '../contact.js';
import { ContactFilters, MemberFilters } from '../dto/contact.requests.js';

@ObjectType('ContactAttribute')
export class ContactAttributeType {
  @Field()
  name: string;

  @Field()
  value: string;
}

@ObjectType('Contact', { description: 'A recipient with an e-mail address, a phone number or both.' })
export class ContactType {
  @Field(() => ID)
  id: string;

  @Field(() => String, { nullable: true, description: 'What your own system calls it.' })
  externalId: string | null;

  @Field(() => String, { nullable: true })
  email: string | null;

  @Field(() => String, { nullable: true })
  phone: string | null;

  @Field(() => String, { nullable: true })
  name: string | null;

  @Field(() => [ContactAttributeType])
  attributes: ContactAttributeType[];

  @Field()
  createdAt: Date;

  @Field()
  updatedAt: Date;

  static of({ attributes, ...contact }: ContactRow): ContactType {
    return { ...contact, attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })) };
  }
}

@ObjectType('ContactPage')
export class ContactPageType {
  @Field(() => [ContactType])
  contacts: ContactType[];

  @Field(() => String, { description: 'Give it back for the next page; "0" when there is none.' })
  nextCursor: string;

  @Field()
  hasMore: boolean;
}

const ORDERS = new ListOrders('ContactSort', BY_TIME);

const contacts = pageConnectionOf<ContactRow, ContactType, ContactFilters>('Contact', ContactType, {
  max: 200,
  filters: ContactFilters,
  orders: ORDERS,
  counted: true,
});

@ArgsType()
export class ContactConnectionArgs extends contacts.Args {}

@ObjectType('ContactConnection')
export class ContactConnection extends contacts.Connection {}

@ArgsType()
export class MembersOfList extends MemberFilters {
  @IdArgument()
  id: string;
}

@ArgsType()
export class ContactListMembersArgs extends connectionArgs({
  max: 200,
  filters: MembersOfList,
  orders: ORDERS,
}) {}
