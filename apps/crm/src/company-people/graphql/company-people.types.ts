import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf } from '#libs/core/graphql';
import { CompanyPersonObject } from '../company-people.dto.js';

const people = connectionOf('CompanyPerson', CompanyPersonObject, {
  max: 200,
  position: ({ contactId }) => [contactId],
});

@ArgsType()
export class CompanyPersonConnectionArgs extends people.Args {}

@ObjectType()
export class CompanyPersonConnection extends people.Connection {}
