import { parseMailbox } from '#libs/email';
import { Problem } from '#libs/http';
import { normalAddress } from '../suppressions/suppression.js';
import type { Submission } from './submission.js';

const SUPPRESSED = 'is suppressed: it bounced, complained, unsubscribed or was taken off by hand';

/** The refusal of an e-mail to addresses that are sent nothing, for the reason given; it names each, and where it stands. */
export function suppressedAddress(
  { content }: Submission,
  addresses: readonly string[],
  why: string = SUPPRESSED,
): Problem {
  const details = addresses.map((address) => ({
    Field: placeOf(address, content),
    Message: `${address} ${why}`,
  }));
  const which = addresses.length === 1 ? 'a recipient is' : `${addresses.length} recipients are`;
  return new Problem('SuppressedAddress', { message: `Nothing was sent: ${which} suppressed`, details });
}

/** What is neither in To nor in Cc is in Bcc, which no message keeps. */
function placeOf(address: string, { to, cc }: Submission['content']): string {
  const normal = normalAddress(address);
  const isIt = (text: string) => normalAddress(parseMailbox(text)?.address ?? text) === normal;
  const inTo = to.findIndex(isIt);
  if (inTo >= 0) return `Destination.ToAddresses[${inTo}]`;
  const inCc = cc.findIndex(isIt);
  return inCc >= 0 ? `Destination.CcAddresses[${inCc}]` : 'Destination.BccAddresses';
}
