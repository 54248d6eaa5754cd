import type { Role } from '#libs/auth';
import type { InvitationResponse, MemberResponse } from './dto/member.responses.js';

/** A member as identity tells of them. */
export interface Member {
  id: string;
  email: string;
  name: string;
  role: Role;
  joinedAt: string;
}

/** An open invitation as identity tells of it. */
export interface Invitation {
  id: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
}

export function toMemberResponse({ id, email, name, role, joinedAt }: Member): MemberResponse {
  return { UserId: id, Email: email, Name: name, Role: role, JoinedAt: joinedAt };
}

export function toInvitationResponse(invitation: Invitation): InvitationResponse {
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
