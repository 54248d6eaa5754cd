import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { OneOf } from '#libs/core/http';
import { GRANT_ROLES, type GrantRole } from '../mailbox-values.js';
import type { GrantView } from './grants.service.js';

@GraphqlInput('MailboxGrantInput')
export class SetGrantRequest {
  @OneOf(GRANT_ROLES, { description: 'Each role may do what those after it may.' })
  role: GrantRole;
}

@GraphqlObject('MailboxGrant', 'What a user may do with a mailbox.')
export class GrantObject {
  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f' })
  user_id: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null of a user who is no member of the tenant any more.' })
  email: string | null;

  @ApiProperty({ enum: GRANT_ROLES })
  role: GrantRole;

  @ApiProperty({ description: 'Whether the user is a member of the tenant. The grant of another has no effect.' })
  active: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static of({ grant, email }: GrantView): GrantObject {
    return {
      user_id: grant.userId,
      email,
      role: grant.role,
      active: email !== null,
      created_at: grant.createdAt.toISOString(),
    };
  }
}

export class GrantListResponse {
  @ApiProperty({ type: [GrantObject] })
  grants: GrantObject[];
}
