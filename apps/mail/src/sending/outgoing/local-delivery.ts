import { domainToASCII } from 'node:url';
import { Injectable } from '@nestjs/common';
import { domainOf, SmtpRejection } from '#libs/mail/email';
import type { SqlExecutor } from '#libs/core/persistence';
import { MailConfig } from '../../config.js';
import { DomainDirectory } from '../../domains/domain-directory.js';
import type { InboundMessage } from '../../receiving/inbound-message.entity.js';
import { InboundMessagesService } from '../../receiving/inbound-messages.service.js';
import type { RecipientOutcome } from './outgoing.js';
import type { OutgoingMessage } from './outgoing-message.entity.js';

/** A message as it leaves. */
export interface SignedMessage {
  raw: Buffer;
  /** The domain that signed it; undefined if none did, or if somebody else wrote it. */
  signedBy: string | undefined;
}

/**
 * Mail to the domains of this installation, of any tenant: it goes into their mailboxes as received mail does, and past the
 * relay.
 */
@Injectable()
export class LocalDelivery {
  constructor(
    private readonly config: MailConfig,
    private readonly domains: DomainDirectory,
    private readonly inbound: InboundMessagesService,
  ) {}

  /**
   * Tries to deliver to an address of a verified domain; null for any other address, and for messages of test keys in
   * production. The outcome of an accepted message holds the rows that {@link insert} needs, in the transaction that records it.
   */
  async deliver(
    message: Pick<OutgoingMessage, 'sender' | 'isTest'>,
    address: string,
    { raw, signedBy }: SignedMessage,
  ): Promise<RecipientOutcome | null> {
    if (message.isTest && this.config.isProduction) return null;
    const domain = domainToASCII(domainOf(address));
    if (domain === '' || !(await this.domains.findVerified(domain))) return null;
    const received = {
      from: message.sender,
      to: [address],
      content: oneChunk(raw),
      remoteAddress: '127.0.0.1',
      clientName: this.config.mailHost,
      secure: true,
    };
    try {
      const inbound = await this.inbound.prepare(received, signedBy);
      return { address, kind: 'sent', response: '250 2.1.5 Delivered here', inbound };
    } catch (error) {
      if (!(error instanceof SmtpRejection)) throw error;
      const kind = error.responseCode >= 500 ? 'failed' : 'deferred';
      return { address, kind, response: `${error.responseCode} ${error.message}` };
    }
  }

  /** Gives taken messages to their mailboxes: in the caller's transaction, so each message comes once. */
  async insert(tx: SqlExecutor, outcomes: readonly RecipientOutcome[]): Promise<void> {
    await this.inbound.insert(tx, inboundOf(outcomes));
  }
}

/** The rows that outcomes put into the tables of other tenants, or of the same one. */
export const inboundOf = (outcomes: readonly RecipientOutcome[]): InboundMessage[] =>
  outcomes.flatMap(({ inbound = [] }) => inbound);

async function* oneChunk(content: Buffer): AsyncGenerator<Buffer, void> {
  yield content;
}
