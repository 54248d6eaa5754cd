import { ArgsType, Field, ObjectType } from '@nestjs/graphql';
import { BY_TIME, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import { ListView } from '../dto/list.responses.js';

@ObjectType('ContactListPage')
export class ContactListPageType {
  @Field(() => [ListView])
  lists: ListView[];

  @Field(() => String, { description: 'Give it back for the next page; "0" when there is none.' })
  nextCursor: string;

  @Field()
  hasMore: boolean;
}

const lists = pageConnectionOf('ContactList', ListView, {
  max: 200,
  orders: new ListOrders('ContactListSort', BY_TIME),
  counted: true,
});

@ArgsType()
export class ContactListConnectionArgs extends lists.Args {}

@ObjectType('ContactListConnection')
export class ContactListConnection extends lists.Connection {}
