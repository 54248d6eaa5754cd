import { ArgsType, ObjectType } from '@nestjs/graphql';
import { OmitType } from '@nestjs/swagger';
import { connectionArgs, connectionOf, GraphqlObject } from '#libs/core/graphql';
import { ContactFilterArgs } from '../../contact-list/graphql/contact-list.types.js';
import { CustomerObject } from '../customer.dto.js';
import type { Customer } from '../customers.service.js';

const CUSTOMERS_MAX = 200;

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
});

@ArgsType()
export class CustomerConnectionArgs extends connectionArgs({ max: CUSTOMERS_MAX, filters: ContactFilterArgs }) {}

@ObjectType()
export class CustomerConnection extends customers.Connection {}
