import { ApiProperty } from '@nestjs/swagger';

const ROLES = ['owner', 'admin', 'member'];

export class MemberResponse {
  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f' })
  UserId: string;

  @ApiProperty({ format: 'email' })
  Email: string;

  @ApiProperty()
  Name: string;

  @ApiProperty({ enum: ROLES })
  Role: string;

  @ApiProperty({ format: 'date-time' })
  JoinedAt: string;
}

export class MemberDetailResponse {
  @ApiProperty({ type: MemberResponse })
  Member: MemberResponse;
}

export class MemberListResponse {
  @ApiProperty({ type: [MemberResponse] })
  Members: MemberResponse[];

  @ApiProperty()
  NextCursor: number;

  @ApiProperty()
  HasMore: boolean;
}

export class InvitationResponse {
  @ApiProperty({ format: 'uuid' })
  Id: string;

  @ApiProperty({ format: 'email' })
  Email: string;

  @ApiProperty({ enum: ROLES })
  Role: string;

  @ApiProperty({ enum: ['pending', 'expired'] })
  Status: string;

  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f', description: 'Who made it.' })
  InvitedBy: string;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  ExpiresAt: string;
}

export class InvitationDetailResponse {
  @ApiProperty({ type: InvitationResponse })
  Invitation: InvitationResponse;
}

export class InvitationListResponse {
  @ApiProperty({
    type: [InvitationResponse],
    description: 'Newest first; what was accepted or revoked is not among them.',
  })
  Invitations: InvitationResponse[];
}
