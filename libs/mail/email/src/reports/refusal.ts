import type { SmtpFailure, SmtpStage } from '../smtp/failure.js';
import { classify } from './classify.js';
import type { BounceType } from './report.js';

/** In the words in which reports say what a server answered. */
const CONTEXT: Record<SmtpStage, string> = {
  sender: 'in reply to MAIL FROM',
  recipient: 'in reply to RCPT TO',
  content: 'in reply to end of DATA',
};

/**
 * The kind of bounce that a failure at the hand-over is, by the rules for reports; undefined if no server refused the
 * message for good.
 */
export function bounceTypeOf({ kind, stage, code, enhanced, response }: SmtpFailure): BounceType | undefined {
  if (kind !== 'permanent' || stage === undefined) return undefined;
  return classify({ status: enhanced, smtpCode: code, diagnostic: response, context: CONTEXT[stage] });
}
