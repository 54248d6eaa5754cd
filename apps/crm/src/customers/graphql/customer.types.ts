import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionArgs, connectionOf } from '#libs/graphql';
import { ContactFilterArgs } from '../../contact-list/graphql/contact-list.types.js';
import { CustomerObject } from '../customer.dto.js';

const CUSTOMERS_MAX = 200;

const customers = connectionOf('Customer', CustomerObject, {
  max: CUSTOMERS_MAX,
  position: ({ contact }) => [contact.createdAt, contact.id],
});

@ArgsType()
export class CustomerConnectionArgs extends connectionArgs({ max: CUSTOMERS_MAX, filters: ContactFilterArgs }) {}

@ObjectType()
export class CustomerConnection extends customers.Connection {}
