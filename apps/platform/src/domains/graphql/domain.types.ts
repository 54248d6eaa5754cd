import { ArgsType, Field, ObjectType } from '@nestjs/graphql';
import { BY_POSITION, byDate, byText, ListOrders, pageConnectionOf, POSITION } from '#libs/core/graphql';
import type { DomainDetail } from '../domain.js';
import { DomainView } from '../domain.responses.js';

@ObjectType('SendingDomainPage')
export class SendingDomainPageType {
  @Field(() => [DomainView])
  domains: DomainView[];

  @Field(() => String, { description: 'Give it back for the next page; "0" when there is none.' })
  nextCursor: string;

  @Field()
  hasMore: boolean;
}

const domains = pageConnectionOf<DomainDetail, DomainView>('SendingDomain', DomainView, {
  max: 100,
  position: ({ domain }: DomainDetail) => domain.position,
  orders: new ListOrders('SendingDomainSort', {
    ...BY_POSITION,
    ...byText('name', { unique: POSITION }),
    ...byDate('verified', { unique: POSITION, nullable: true }),
    ...byDate('checked', { key: 'lastCheckedAt', unique: POSITION, nullable: true }),
  }),
  row: ({ domain }: DomainDetail) => domain,
  counted: true,
});

@ArgsType()
export class SendingDomainConnectionArgs extends domains.Args {}

@ObjectType('SendingDomainConnection')
export class SendingDomainConnection extends domains.Connection {}
