import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf } from '#libs/core/graphql';
import { CompanyObject, CompanyQuery } from '../company.dto.js';

const companies = connectionOf('Company', CompanyObject, {
  max: 200,
  position: ({ id }) => [id],
  filters: CompanyQuery,
});

@ArgsType()
export class CompanyConnectionArgs extends companies.Args {}

@ObjectType()
export class CompanyConnection extends companies.Connection {}
