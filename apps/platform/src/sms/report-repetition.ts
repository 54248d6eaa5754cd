import { Problem } from '#libs/core/http';
import { UnknownCarrierMessage } from './sms-receipts.service.js';

const SOON = { 'Retry-After': '5' };

/** Asks the carrier to retry a report that arrives before its message id is recorded. */
export async function askForRepetition<T>(recording: Promise<T>): Promise<T> {
  try {
    return await recording;
  } catch (error) {
    if (error instanceof UnknownCarrierMessage) throw new Problem('ServiceUnavailable', { headers: SOON });
    throw error;
  }
}
