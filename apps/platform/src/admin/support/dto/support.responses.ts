import { ApiProperty } from '@nestjs/swagger';
import type { SessionPrincipal } from '#libs/core/auth';
import { GraphqlObject } from '#libs/core/graphql';

@GraphqlObject('SupportSession')
export class SupportSessionResponse {
  @ApiProperty({ description: 'For the header Authorization: Bearer, on every API. It reads, and changes nothing.' })
  Token: string;

  @ApiProperty({ format: 'date-time' })
  ExpiresAt: string;

  @ApiProperty({ example: 'acc_0c7b3f19ad62e04f' })
  TenantId: string;

  static of({ token, expiresAt, tenantId }: { token: string; expiresAt: string; tenantId: string }) {
    return { Token: token, ExpiresAt: expiresAt, TenantId: tenantId };
  }
}

export class SupportEndedResponse {
  @ApiProperty({ enum: ['ended'] })
  Status: string;
}

@GraphqlObject('ConsoleSupport')
export class ConsoleSupportView {
  @ApiProperty({ example: 'acc_0c7b3f19ad62e04f' })
  TenantId: string;
}

@GraphqlObject('ConsoleMe')
export class ConsoleMeResponse {
  @ApiProperty({ description: 'Whether the session opens the operator console.' })
  Operator: boolean;

  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f' })
  UserId: string;

  @ApiProperty({ format: 'email' })
  Email: string;

  @ApiProperty({ type: ConsoleSupportView, nullable: true, description: 'Set in a support session.' })
  Support: ConsoleSupportView | null;

  static of({ operator, userId, email, support }: SessionPrincipal): ConsoleMeResponse {
    return {
      Operator: operator,
      UserId: userId,
      Email: email,
      Support: support ? { TenantId: support.tenantId } : null,
    };
  }
}
