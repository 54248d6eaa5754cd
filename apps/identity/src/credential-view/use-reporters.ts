import { Injectable } from '@nestjs/common';
import { KeyUseReporter, SessionUseReporter } from '#libs/core/auth';
import { Database, type Id } from '#libs/core/persistence';
import { ApiKeyRepository } from '../api-keys/api-key.repository.js';
import { SessionRepository } from '../sessions/session.repository.js';

/** Records in identity's own table when keys were last used. */
@Injectable()
export class DatabaseKeyUseReporter extends KeyUseReporter {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeyRepository,
  ) {
    super();
  }

  async report(uses: { keyId: Id<'key'>; at: Date }[]): Promise<void> {
    if (uses.length > 0) await this.database.statement((pool) => this.keys.updateLastUse(pool, uses));
  }
}

/** Records in identity's own table when sessions were last seen. */
@Injectable()
export class DatabaseSessionUseReporter extends SessionUseReporter {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
  ) {
    super();
  }

  async report(uses: { sessionId: Id<'ses'>; at: Date }[]): Promise<void> {
    await this.database.statement((pool) => this.sessions.updateLastSeen(pool, uses));
  }
}
