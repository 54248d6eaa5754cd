import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { LoginResponse } from './dto/auth.responses.js';
import { SessionCookie } from './session-cookie.js';

const USER_AGENT_MAX = 400;

/** Identity's answer to a step of a login: a session, or a pending login that needs a second factor until `expiresAt`. */
export interface SignIn {
  userId: string;
  email: string;
  expiresAt: string;
  twoFactorRequired: boolean;
  token?: string;
}

/** Answers a step of a login. The session is always new; a cookie of the request is ignored. */
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

/** The client of the request, by which the user recognises the session in a list. */
export function clientOf(request: Request): { ip?: string; userAgent?: string } {
  return { ip: request.ip, userAgent: request.header('user-agent')?.slice(0, USER_AGENT_MAX) };
}
