import { Field, ID, ObjectType } from '@nestjs/graphql';

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
