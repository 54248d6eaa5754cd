import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { AuthSettings, isFromOwnPages, SESSION_COOKIE } from '#libs/core/auth';
import { PlatformConfig } from '../config.js';

/** The session cookie: scripts cannot read it, and other sites' requests do not carry it. */
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
   * Sets no cookie for a page of another origin: that page could log a visitor in to its author's account and watch
   * what the visitor does there.
   */
  set(request: Request, response: Response, token: string, expiresAt: Date): void {
    if (!isFromOwnPages(request, this.settings.allowedOrigins)) return;
    response.cookie(SESSION_COOKIE, token, { ...this.options, expires: expiresAt });
  }

  clear(response: Response): void {
    response.clearCookie(SESSION_COOKIE, this.options);
  }
}
