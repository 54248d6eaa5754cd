import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { AuthSettings, isFromOwnPages, SESSION_COOKIE } from '#libs/auth';
import { PlatformConfig } from '../config.js';

/** The session as a browser keeps it: out of reach of scripts, and not sent along from other sites. */
@Injectable()
export class SessionCookie {
  private readonly options: CookieOptions;

  constructor(
    config: PlatformConfig,
    private readonly settings: AuthSettings,
  ) {
    this.options = { httpOnly: true, sameSite: 'lax', path: '/', secure: config.isProduction };
  }

  /**
   * Not for a page of somebody else's, which could so log a visitor in as its own author and watch what they do: it gets
   * its token in the body alone, if it may read that.
   */
  set(request: Request, response: Response, token: string, expiresAt: Date): void {
    if (!isFromOwnPages(request, this.settings.allowedOrigins)) return;
    response.cookie(SESSION_COOKIE, token, { ...this.options, expires: expiresAt });
  }

  clear(response: Response): void {
    response.clearCookie(SESSION_COOKIE, this.options);
  }
}
