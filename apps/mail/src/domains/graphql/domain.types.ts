import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, byDate, byText, connectionOf, IdArgument, ListOrders } from '#libs/core/graphql';
import { MAX_DOMAINS } from '../domain-problems.js';
import { DomainObject } from '../domain.responses.js';

@ArgsType()
export class OfOrganisation {
  @IdArgument()
  org_id: string;
}

const domains = connectionOf('MailDomain', DomainObject, {
  max: MAX_DOMAINS,
  position: ({ id }) => [id],
  filters: OfOrganisation,
  // An account has few domains: MAX_DOMAINS.
  orders: new ListOrders('MailDomainSort', {
    ...BY_TIME,
    ...byText('name'),
    ...byDate('verified', { nullable: true }),
  }),
  counted: true,
});

@ArgsType()
export class DomainConnectionArgs extends domains.Args {}

@ObjectType('MailDomainConnection')
export class DomainConnection extends domains.Connection {}
