import { Injectable } from '@nestjs/common';
import { SessionTokens } from '../sessions/session-tokens.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SupportSessionService } from '../support/support-session.service.js';

/** Ends the session of a token: a user's, or an operator's support session. */
@Injectable()
export class LogoutService {
  constructor(
    private readonly tokens: SessionTokens,
    private readonly sessions: SessionsService,
    private readonly support: SupportSessionService,
  ) {}

  /** When this returns, every app rejects the session. An unknown token is no failure. */
  async logOut(token: string): Promise<void> {
    const ticket = await this.tokens.read(token);
    if (!ticket) return;
    const { userId, sessionId } = ticket;
    if (await this.sessions.logOut(userId, sessionId)) return;
    await this.support.end(userId, sessionId);
  }
}
