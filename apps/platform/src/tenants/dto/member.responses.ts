import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf } from '#libs/core/http';
import type { Invitation, Member } from '../members.js';

const ROLES = ['owner', 'admin', 'member'];

@GraphqlObject('TenantMember')
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

  static of({ id, email, name, role, joinedAt }: Member): MemberResponse {
    return { UserId: id, Email: email, Name: name, Role: role, JoinedAt: joinedAt };
  }
}

export class MemberDetailResponse {
  @ApiProperty({ type: MemberResponse })
  Member: MemberResponse;
}

export class MemberListResponse extends pageOf('Members', MemberResponse) {}

@GraphqlObject('Invitation')
export class InvitationResponse {
  @ApiProperty({ format: 'uuid' })
  Id: string;

  @ApiProperty({ format: 'email' })
  Email: string;

  @ApiProperty({ enum: ROLES })
  Role: string;

  @ApiProperty({ enum: ['pending', 'expired'] })
  Status: string;

  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f', description: 'The member who made it.' })
  InvitedBy: string;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  ExpiresAt: string;

  static of(invitation: Invitation): InvitationResponse {
    return {
      Id: invitation.id,
      Email: invitation.email,
      Role: invitation.role,
      Status: Date.parse(invitation.expiresAt) > Date.now() ? 'pending' : 'expired',
      InvitedBy: invitation.invitedBy,
      CreatedAt: invitation.createdAt,
      ExpiresAt: invitation.expiresAt,
    };
  }
}

export class InvitationDetailResponse {
  @ApiProperty({ type: InvitationResponse })
  Invitation: InvitationResponse;
}

export class InvitationListResponse {
  @ApiProperty({
    type: [InvitationResponse],
    description: 'Newest first, without accepted and revoked ones.',
  })
  Invitations: InvitationResponse[];
}
