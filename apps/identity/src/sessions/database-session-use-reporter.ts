import { Injectable } from '@nestjs/common';
import { SessionUseReporter } from '#libs/auth';
import type { Id } from '#libs/persistence';
import { SessionRepository } from './session.repository.js';

@Injectable()
export class DatabaseSessionUseReporter extends SessionUseReporter {
  constructor(private readonly sessions: SessionRepository) {
    super();
  }

  report(uses: { sessionId: Id<'ses'>; at: Date }[]): Promise<void> {
    return this.sessions.noteUse(uses);
  }
}
