import { ArgsType, Field, ObjectType } from '@nestjs/graphql';
import { pageConnectionOf } from '#libs/core/graphql';
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
});

@ArgsType()
export class SendingDomainConnectionArgs extends domains.Args {}

@ObjectType('SendingDomainConnection')
export class SendingDomainConnection extends domains.Connection {}
