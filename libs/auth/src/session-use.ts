import { Injectable } from '@nestjs/common';
import type { Id } from '#libs/persistence';
import { LastUse } from './last-use.js';

/** A session is used all the time, and its owner wants to know the day and the hour. */
const REPORT_EVERY_MS = 60_000;

/** Tells identity when sessions were last seen. */
export abstract class SessionUseReporter {
  abstract report(uses: { sessionId: Id<'ses'>; at: Date }[]): Promise<void>;
}

/** When each session was last seen, known to identity to within a minute. */
@Injectable()
export class SessionUse extends LastUse<Id<'ses'>> {
  constructor(reporter: SessionUseReporter) {
    super((uses) => reporter.report(uses.map(({ name, at }) => ({ sessionId: name, at }))), REPORT_EVERY_MS);
  }
}
