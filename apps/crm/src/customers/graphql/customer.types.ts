import { ArgsType, ObjectType } from '@nestjs/graphql';
import { OmitType } from '@nestjs/swagger';
import { connectionArgs, connectionOf, GraphqlObject, ListOrders } from '#libs/core/graphql';
import { ContactFilterArgs } from '../../contact-list/graphql/contact-list.types.js';
import { BY_CREATION } from '../../contacts/graphql/contact.types.js';
import { CustomerObject } from '../customer.dto.js';
import type { Customer } from '../customers.service.js';

const CUSTOMERS_MAX = 200;

const ORDERS = new ListOrders('CustomerSort', BY_CREATION);

/** Not a subclass of a contact: GraphQL would declare the relations of contacts here, and find no resolver of them. */
@GraphqlObject('Customer', 'A contact that is a customer.')
export class CustomerNode extends OmitType(CustomerObject, []) {
  static of(customer: Customer): CustomerNode {
    return CustomerObject.of(customer);
  }
}

const customers = connectionOf('Customer', CustomerNode, {
  max: CUSTOMERS_MAX,
  position: ({ contact }) => [contact.createdAt, contact.id],
  orders: ORDERS,
  row: ({ contact }: Customer) => contact,
  counted: true,
});

@ArgsType()
export class CustomerConnectionArgs extends connectionArgs({
  max: CUSTOMERS_MAX,
  filters: ContactFilterArgs,
  orders: ORDERS,
}) {}

@ObjectType()
export class CustomerConnection extends customers.Connection {}
