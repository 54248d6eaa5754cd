import { Field, ID, ObjectType } from '@nestjs/graphql';

@ObjectType('SendingDomainRecord', { description: 'A record to publish in DNS.' })
export class SendingDomainRecordType {
  @Field({ description: 'ownership, dkim, spf or dmarc' })
  purpose: string;

  @Field()
  type: string;

  @Field()
  name: string;

  @Field()
  value: string;

  @Field({ description: 'Verification asks for it; of the DKIM records it asks for one.' })
  required: boolean;

  @Field({ description: 'What the last check found: found, missing, mismatch or unchecked' })
  status: string;

  @Field(() => Date, { nullable: true, description: 'For the record of a retired key.' })
  removeAfter: Date | null;
}

@ObjectType('SendingDomainKey')
export class SendingDomainKeyType {
  @Field()
  selector: string;

  @Field()
  algorithm: string;

  @Field()
  active: boolean;

  @Field({ description: 'pending, active or retiring' })
  state: string;

  @Field()
  createdAt: Date;

  @Field(() => Date, { nullable: true })
  retiredAt: Date | null;
}

@ObjectType('SendingDomain', { description: 'A domain to send e-mail from.' })
export class SendingDomainType {
  @Field(() => ID)
  id: string;

  @Field()
  name: string;

  @Field({ description: 'pending or verified' })
  status: string;

  @Field(() => Date, { nullable: true })
  verifiedAt: Date | null;

  @Field()
  createdAt: Date;

  @Field(() => Date, { nullable: true })
  lastCheckedAt: Date | null;

  @Field(() => Date, { nullable: true })
  missingSince: Date | null;

  @Field(() => [SendingDomainRecordType])
  records: SendingDomainRecordType[];

  @Field(() => [SendingDomainKeyType])
  keys: SendingDomainKeyType[];
}

@ObjectType('SendingDomainPage')
export class SendingDomainPageType {
  @Field(() => [SendingDomainType])
  domains: SendingDomainType[];

  @Field(() => String, { description: 'Give it back for the next page; "0" when there is none.' })
  nextCursor: string;

  @Field()
  hasMore: boolean;
}
