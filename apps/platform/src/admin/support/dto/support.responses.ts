import { ApiProperty } from '@nestjs/swagger';

export class SupportSessionResponse {
  @ApiProperty({ description: 'For the header Authorization: Bearer, on every API. It reads, and changes nothing.' })
  Token: string;

  @ApiProperty({ format: 'date-time' })
  ExpiresAt: string;

  @ApiProperty({ example: 'acc_0c7b3f19ad62e04f' })
  TenantId: string;
}

export class SupportEndedResponse {
  @ApiProperty({ enum: ['ended'] })
  Status: string;
}

export class ConsoleSupportView {
  @ApiProperty({ example: 'acc_0c7b3f19ad62e04f' })
  TenantId: string;
}

export class ConsoleMeResponse {
  @ApiProperty({ description: 'Whether the session opens the operator console.' })
  Operator: boolean;

  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f' })
  UserId: string;

  @ApiProperty({ format: 'email' })
  Email: string;

  @ApiProperty({ type: ConsoleSupportView, nullable: true, description: 'Set in a support session.' })
  Support: ConsoleSupportView | null;
}
