import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, connectionOf, ListOrders } from '#libs/core/graphql';
import { OrganisationObject } from '../organisation.dto.js';

const organisations = connectionOf('MailOrganisation', OrganisationObject, {
  max: 100,
  position: ({ id }) => [id],
  orders: new ListOrders('MailOrganisationSort', BY_TIME),
  counted: true,
});

@ArgsType()
export class OrganisationConnectionArgs extends organisations.Args {}

@ObjectType('MailOrganisationConnection')
export class OrganisationConnection extends organisations.Connection {}
