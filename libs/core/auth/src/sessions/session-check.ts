import { Injectable } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { Request } from 'express';
import { Problem } from '#libs/core/http';
import { SessionAuthenticator } from './session-authenticator.js';
import { SessionTokenGuard, sessionTokenOf, type SessionClaims } from './session-token.js';

/** Verifies the session of a request that reaches no guard, such as one that reads the schema of GraphQL. */
@Injectable()
export class SessionCheck {
  constructor(
    private readonly tokens: SessionTokenGuard,
    private readonly sessions: SessionAuthenticator,
  ) {}

  /** @throws Problem AuthorizationError without a valid session, ServiceUnavailable while that is unknown */
  async verify(request: Request): Promise<void> {
    const token = sessionTokenOf(request);
    if (!token) throw new Problem('AuthorizationError');
    await this.tokens.canActivate(new ExecutionContextHost([request, request.res]));
    await this.sessions.authenticate(request.user as unknown as SessionClaims, token);
  }
}
