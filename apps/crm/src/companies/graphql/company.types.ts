import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf } from '#libs/graphql';
import { CompanyObject, CompanyPersonObject, CompanyQuery } from '../company.dto.js';

const companies = connectionOf('Company', CompanyObject, {
  max: 200,
  position: ({ id }) => [id],
  filters: CompanyQuery,
});

@ArgsType()
export class CompanyConnectionArgs extends companies.Args {}

@ObjectType()
export class CompanyConnection extends companies.Connection {}

const people = connectionOf('CompanyPerson', CompanyPersonObject, {
  max: 200,
  position: ({ contactId }) => [contactId],
});

@ArgsType()
export class CompanyPersonConnectionArgs extends people.Args {}

@ObjectType()
export class CompanyPersonConnection extends people.Connection {}
