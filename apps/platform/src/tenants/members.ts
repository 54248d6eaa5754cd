import type { Role } from '#libs/core/auth';

/** A member as identity describes it. */
export interface Member {
  id: string;
  email: string;
  name: string;
  role: Role;
  joinedAt: string;
}

/** An open invitation as identity describes it. */
export interface Invitation {
  id: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
}
