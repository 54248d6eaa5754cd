import { Injectable } from '@nestjs/common';
import { Housekeeping } from '../housekeeping/housekeeping.js';
import { PendingLoginRepository } from '../two-factor/pending-login.repository.js';
import { SessionRepository } from './session.repository.js';

/** Longer than the credential view remembers that a session has ended. */
const KEPT_MS = 24 * 3_600_000;

/** Sessions a day after their end, with the addresses that they were opened from; and logins that were not finished. */
@Injectable()
export class SessionPurge {
  constructor(housekeeping: Housekeeping, sessions: SessionRepository, pending: PendingLoginRepository) {
    housekeeping.register('sessions', (limit) => sessions.purge(new Date(Date.now() - KEPT_MS), limit));
    housekeeping.register('pending logins', (limit) => pending.purge(limit));
  }
}
