import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { ConsoleUser } from '../console-user.js';

@GraphqlObject('ConsoleUser')
export class ConsoleUserView {
  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty()
  Name: string;

  @ApiProperty({ type: [String], description: 'All addresses, the primary one first.' })
  Emails: string[];

  @ApiProperty({ enum: ['active', 'disabled'] })
  Status: string;

  @ApiProperty({ description: 'Whether the user is an operator of the platform.' })
  Operator: boolean;

  @ApiProperty({ type: [String], description: 'The tenants of which the user is a member.' })
  TenantIds: string[];

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  static of(user: ConsoleUser): ConsoleUserView {
    return {
      Id: user.id,
      Name: user.name,
      Emails: user.emails,
      Status: user.status,
      Operator: user.operator,
      TenantIds: user.tenantIds,
      CreatedAt: user.createdAt,
    };
  }
}

export class ConsoleUsersResponse {
  @ApiProperty({ type: [ConsoleUserView] })
  Users: ConsoleUserView[];
}

export class ConsoleUserResponse {
  @ApiProperty({ type: ConsoleUserView })
  User: ConsoleUserView;
}
