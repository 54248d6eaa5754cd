import { Injectable } from '@nestjs/common';
import type { Id } from '#libs/core/persistence';
import { LastUse } from './last-use.js';

const REPORT_EVERY_MS = 60_000;

/** Reports to identity when sessions were last used. */
export abstract class SessionUseReporter {
  abstract report(uses: { sessionId: Id<'ses'>; at: Date }[]): Promise<void>;
}

/** The last use of each session, reported to identity every minute. */
@Injectable()
export class SessionUse extends LastUse<Id<'ses'>> {
  constructor(reporter: SessionUseReporter) {
    super((uses) => reporter.report(uses.map(({ name, at }) => ({ sessionId: name, at }))), REPORT_EVERY_MS);
  }
}
