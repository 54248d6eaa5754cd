import { ArgsType } from '@nestjs/graphql';
import { GraphqlInput } from '#libs/core/graphql';
import { MayBeAbsent, OneOf, QueryText, Text } from '#libs/core/http';
import type { ConsoleUserStatus } from '../console-users.service.js';

const PART = /^.{3}/;

@ArgsType()
export class ListUsersQuery {
  @QueryText({ max: 254, description: 'An address of the user, in any case; all of it.' })
  email?: string;

  @QueryText({
    max: 254,
    pattern: PART,
    form: 'must have three characters at least',
    description: 'A part of an address, of three characters at least.',
  })
  q?: string;
}

@GraphqlInput('UpdateConsoleUserInput')
export class UpdateUserRequest {
  @OneOf(['active', 'disabled'], { description: 'disabled ends every session, and the user cannot sign in.' })
  Status: ConsoleUserStatus;

  @MayBeAbsent()
  @Text({ max: 500, description: 'Why. One who is disabled must have one. It is kept in the audit log.' })
  Reason?: string;
}
