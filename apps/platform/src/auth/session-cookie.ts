import { Injectable } from '@nestjs/common';
import type { CookieOptions, Response } from 'express';
import { SESSION_COOKIE } from '#libs/auth';
import { PlatformConfig } from '../config.js';

/** The session as a browser keeps it: out of reach of scripts, and not sent along from other sites. */
@Injectable()
export class SessionCookie {
  private readonly options: CookieOptions;

  constructor(config: PlatformConfig) {
    this.options = { httpOnly: true, sameSite: 'lax', path: '/', secure: config.isProduction };
  }

  set(response: Response, token: string, expiresAt: Date): void {
    response.cookie(SESSION_COOKIE, token, { ...this.options, expires: expiresAt });
  }

  clear(response: Response): void {
    response.clearCookie(SESSION_COOKIE, this.options);
  }
}
