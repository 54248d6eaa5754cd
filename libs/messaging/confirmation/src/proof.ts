import type { Request } from 'express';

const USER_AGENT_MAX = 500;

/** Client that pressed the button, kept with the time of the confirmation. */
export interface Proof {
  ip: string | null;
  userAgent: string | null;
}

export const proofOf = (request: Request): Proof => ({
  ip: request.ip ?? null,
  userAgent: request.get('user-agent')?.slice(0, USER_AGENT_MAX) ?? null,
});
