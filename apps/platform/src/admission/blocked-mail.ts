import { Injectable } from '@nestjs/common';
import { parseMailbox } from '#libs/email';
import { currentRequest, Problem } from '#libs/http';
import type { Submission } from '../sending/submission.js';
import { suppressedAddress } from '../sending/suppressed-address.js';
import { Admission } from './admission.js';

const BLOCKED_RECIPIENT = 'is blocked on this platform';

/** Rejects mail from and to blocked addresses. */
@Injectable()
export class BlockedMail {
  constructor(private readonly admission: Admission) {}

  /** Rejects a request from a blocked address or network, whatever its credential. @throws Problem PermissionDenied */
  admitCaller(): void {
    const ip = currentRequest()?.ip;
    if (ip !== undefined && this.admission.current.blocksIp(ip)) {
      throw new Problem('PermissionDenied', { message: 'Nothing is sent for calls from this address' });
    }
  }

  /** The rejection of a submission whose sender (403) or recipients (422) are blocked; undefined for any other. */
  refusalOf(submission: Submission): Problem | undefined {
    const list = this.admission.current;
    if (submission.channel !== 'email' || list.lacksEmails) return undefined;
    if (this.blocksSender(submission.sender)) return senderBlocked();
    const recipients = submission.messages.map(({ recipient }) => recipient);
    const blocked = recipients.filter((recipient) => list.blocksEmail(recipient));
    return blocked.length > 0 ? suppressedAddress(submission, blocked, BLOCKED_RECIPIENT) : undefined;
  }

  /** Whether an accepted e-mail must not be sent any more. */
  blocks({ sender, recipient }: { sender: string; recipient: string }): boolean {
    const list = this.admission.current;
    return !list.lacksEmails && (list.blocksEmail(recipient) || this.blocksSender(sender));
  }

  private blocksSender(sender: string): boolean {
    return this.admission.current.blocksEmail(parseMailbox(sender)?.address ?? sender);
  }
}

function senderBlocked(): Problem {
  return new Problem('PermissionDenied', {
    message: 'Source is blocked on this platform',
    details: [{ Field: 'Source', Message: 'is blocked on this platform' }],
  });
}
