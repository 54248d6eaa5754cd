import { Injectable } from '@nestjs/common';
import { OnJob, type JobBatch } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { AddressRepository } from '../users/address.repository.js';
import { VerificationMail } from '../addresses/verification-mail.js';
import { LinkTokenRepository } from '../link-tokens/link-token.repository.js';
import { MailLimit } from '../mail/mail-limit.js';
import { MailOutbox, type SealedRequest } from '../mail/mail-outbox.js';
import { OwnershipService } from '../ownership/ownership.service.js';
import { normalizeEmail } from '../users/user.repository.js';

const LINK_HOURS = 1;

/**
 * Forgotten passwords. A request takes the same steps whether or not a user has the address; a worker looks it up and sends
 * a mail, or nothing.
 */
@Injectable()
export class ForgottenPasswordService {
  constructor(
    private readonly database: Database,
    private readonly addresses: AddressRepository,
    private readonly links: LinkTokenRepository,
    private readonly limit: MailLimit,
    private readonly outbox: MailOutbox,
    private readonly ownership: OwnershipService,
    private readonly verification: VerificationMail,
  ) {}

  /** @throws Problem Throttling, for known and unknown addresses alike */
  async request(text: string): Promise<void> {
    const email = normalizeEmail(text);
    await this.limit.consume('password-reset', email);
    await this.database.system((tx) => this.outbox.enqueueReset(tx, email));
  }

  @OnJob('password.forgotten', { concurrency: 2 })
  async sendLinks(batch: JobBatch<SealedRequest>): Promise<void> {
    for (const { id, payload } of batch.jobs) {
      const email = this.outbox.unsealRequest(payload);
      await this.database.system(async (tx) => {
        const address = await this.addresses.findForReset(tx, email);
        // A job whose lease ran out belongs to another worker.
        const completed = await batch.complete(tx, [id]);
        if (!address || !completed.has(id)) return;
        const subject = { userId: address.userId, addressId: address.id };
        const user = await this.addresses.lockUserForUpdate(tx, address.userId);
        if (!user) return;
        const isNew = !address.verifiedAt || wasVerifiedSince(address.verifiedAt, payload);
        if (isNew) await this.addresses.claim(tx, address.id);
        // Another address owned the account first: this one must be confirmed before it may set a password.
        if (!address.verifiedAt && (await this.ownership.hasEarlierOwner(tx, user, address))) {
          return this.verification.enqueue(tx, user, address, payload.language);
        }
        const link = await this.links.insert(tx, 'password-reset', subject, LINK_HOURS);
        const { language } = payload;
        await this.outbox.enqueue(tx, {
          kind: 'password-reset',
          to: email,
          name: address.user.name,
          language,
          ...link,
        });
      });
    }
  }
}

/** Returns true if the address was confirmed while the request waited. */
function wasVerifiedSince(verifiedAt: Date, { askedAt }: SealedRequest): boolean {
  return askedAt !== undefined && verifiedAt.getTime() >= Date.parse(askedAt);
}
