import { Field, ID, Int, ObjectType } from '@nestjs/graphql';

@ObjectType('ContactList', { description: 'A list of contacts.' })
export class ContactListType {
  @Field(() => ID)
  id: string;

  @Field()
  name: string;

  @Field()
  slug: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => Int)
  memberCount: number;

  @Field()
  createdAt: Date;

  @Field()
  updatedAt: Date;
}

@ObjectType('ContactListPage')
export class ContactListPageType {
  @Field(() => [ContactListType])
  lists: ContactListType[];

  @Field(() => String, { description: 'Give it back for the next page; "0" when there is none.' })
  nextCursor: string;

  @Field()
  hasMore: boolean;
}
