import { SmsFailure } from '../failure.js';
import { BindRejected } from './link.js';
import { refusesCredentials, statusName } from './status.js';

/** The failure of messages for which there is no link. @param error why the link was not made, or ended */
export function unreachable(error: unknown): SmsFailure {
  if (error instanceof BindRejected) {
    const code = statusName(error.status);
    const refuses = refusesCredentials(error.status);
    return new SmsFailure(error.message, { kind: 'temporary', code, refusesCredentials: refuses, cause: error });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new SmsFailure(`the carrier cannot be reached: ${reason}`, { kind: 'temporary', cause: error });
}
