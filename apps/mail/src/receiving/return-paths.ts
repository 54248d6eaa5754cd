import { Injectable } from '@nestjs/common';
import { domainOf, SenderRewriting } from '#libs/mail/email';
import type { TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';

const PURPOSE = 'forwarding return path';

/** The senders in the envelopes of forwarded mail: addresses of our own domains from which reports find their way back. */
@Injectable()
export class ReturnPaths {
  constructor(private readonly secrets: SecretBox) {}

  /**
   * The sender with which a mailbox forwards a message. A report stays one, a sender of the mailbox's own domain may use it.
   * Where the sender does not fit into an address, reports come to the mailbox.
   */
  of(tenantId: TenantId, mailboxAddress: string, sender: string): string {
    const domain = domainOf(mailboxAddress);
    if (sender === '' || domainOf(sender) === domain) return sender;
    const localPart = this.scheme(tenantId).rewrite(sender);
    return localPart === null ? mailboxAddress : `${localPart}@${domain}`;
  }

  /** The sender that a local part stands for; null for one that we did not make, or long ago. */
  senderOf(tenantId: TenantId, localPart: string): string | null {
    return this.scheme(tenantId).reverse(localPart);
  }

  private scheme(tenantId: TenantId): SenderRewriting {
    return new SenderRewriting((text) => this.secrets.blindIndexes(tenantId, PURPOSE, text));
  }
}
