import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, connectionOf, inBothDirections, ListOrders } from '#libs/core/graphql';
import { CompanyObject, CompanyQuery } from '../company.dto.js';

const companies = connectionOf('Company', CompanyObject, {
  max: 200,
  position: ({ id }) => [id],
  filters: CompanyQuery,
  orders: new ListOrders('CompanySort', {
    ...BY_TIME,
    // The index of live names has them without case and accents, each once.
    ...inBothDirections('name', [], 'asc', 'nameKey'),
  }),
  counted: true,
});

@ArgsType()
export class CompanyConnectionArgs extends companies.Args {}

@ObjectType()
export class CompanyConnection extends companies.Connection {}
