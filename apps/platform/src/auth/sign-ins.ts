import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { LoginResponse } from './dto/auth.responses.js';
import { SessionCookie } from './session-cookie.js';

const USER_AGENT_MAX = 400;

/** What identity answers to a step of a login: a session, or that it awaits a second factor until `expiresAt`. */
export interface SignIn {
  userId: string;
  email: string;
  expiresAt: string;
  twoFactorRequired: boolean;
  token?: string;
}

/** How a step of a login is answered: always a new session, whatever cookie came with the request. */
@Injectable()
export class SignIns {
  constructor(private readonly cookie: SessionCookie) {}

  answer(
    request: Request,
    response: Response,
    { userId, email, expiresAt, twoFactorRequired, token = '' }: SignIn,
  ): LoginResponse {
    if (token) this.cookie.set(request, response, token, new Date(expiresAt));
    return {
      Token: token,
      UserId: userId,
      UserEmail: email,
      ExpiresAt: expiresAt,
      TwoFactorRequired: twoFactorRequired,
    };
  }
}

/** Where a session is opened from, for its owner to recognise it by. */
export function clientOf(request: Request): { ip?: string; userAgent?: string } {
  return { ip: request.ip, userAgent: request.header('user-agent')?.slice(0, USER_AGENT_MAX) };
}
