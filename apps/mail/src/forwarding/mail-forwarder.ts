import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailConfig } from '../config.js';
import type { Incoming } from '../receiving/delivery/delivery-rules.js';
import type { InboundMessage } from '../receiving/inbound-message.entity.js';
import { isTestAddress } from '../sending/message-draft.js';
import { OutgoingMail } from '../sending/outgoing/outgoing-mail.js';
import { MessagePassages, type WantedForward } from './passages/message-passages.js';
import { MessageTrails } from './passages/message-trails.js';
import { ReturnPaths } from '../receiving/return-paths.js';

/** Larger messages are not forwarded: the sending queue has whole messages in memory. */
const MAX_BYTES = 52_428_800;
/** Servers that a message may have passed: one that has passed more is in a loop (RFC 5321, 6.3). */
const MAX_HOPS = 50;

/** Forwards received messages, and gives reports about them back to their senders. */
@Injectable()
export class MailForwarder {
  constructor(
    private readonly config: MailConfig,
    private readonly outgoing: OutgoingMail,
    private readonly returnPaths: ReturnPaths,
    private readonly trails: MessageTrails,
    private readonly passages: MessagePassages,
  ) {}

  /**
   * Selects the addresses that a message may go to, each once: none if it is spam, too large, or came through the mailbox before,
   * and none that it came through.
   */
  destinationsOf({ content, message, mailbox }: Incoming, addresses: readonly string[]): string[] {
    if (addresses.length === 0 || message.bytes > MAX_BYTES) return [];
    if (message.folder === 'spam' || (message.spam && message.spam.action !== 'none')) return [];
    const passed = new Set<string>();
    let hops = 0;
    for (const { name, value } of content.headers) {
      const field = name.toLowerCase();
      if (field === 'received') hops += 1;
      if (field === 'delivered-to') passed.add(value.trim().replaceAll(/[<>]/g, '').toLowerCase());
    }
    if (hops > MAX_HOPS || passed.has(mailbox.address)) return [];
    const distinct = new Map(addresses.map((address) => [address.toLowerCase(), address]));
    return [...distinct].filter(([lower]) => !passed.has(lower)).map(([, address]) => address);
  }

  /** Chooses the messages that may be forwarded: those that their mailboxes have not forwarded, as far as the quota of the tenant goes. */
  async admit(tx: EntityManager, wanted: readonly WantedForward[]): Promise<boolean[]> {
    return this.passages.admit(tx, wanted);
  }

  /** Enqueues copies in the transaction that stores the message, so that it is forwarded once. */
  async forward(tx: EntityManager, incoming: Incoming, recipients: readonly string[]): Promise<void> {
    if (recipients.length === 0) return;
    const { inbound, mailbox, message } = incoming;
    const { tenantId, blobHash, bytes, envelopeFrom } = inbound;
    await this.outgoing.enqueue(tx, tenantId, {
      mailboxId: mailbox.id,
      kind: 'forward',
      sender: this.returnPaths.of(tenantId, mailbox.address, envelopeFrom),
      recipients,
      blobHash,
      bytes,
      isTest: false,
      forwarded: {
        by: mailbox.address,
        ...cameFrom(inbound),
        results: message.authenticationResults ?? null,
        arc: message.authentication?.arc ?? 'none',
        trail: this.trails.fieldOf(tenantId, this.trails.keyOf(incoming)),
      },
    });
  }

  /** Sends a report that came to a return path to the sender of the message that it is about. */
  async returnToSender(tx: EntityManager, inbound: InboundMessage): Promise<void> {
    const { tenantId, blobHash, bytes } = inbound;
    const recipients = inbound.returnTo.filter((address) => this.config.isProduction || isTestAddress(address));
    if (recipients.length === 0 || bytes > MAX_BYTES) return;
    await this.outgoing.enqueue(tx, tenantId, {
      mailboxId: null,
      kind: 'forward',
      sender: '',
      recipients,
      blobHash,
      bytes,
      isTest: false,
      forwarded: { by: null, ...cameFrom(inbound), results: null, arc: 'none' },
    });
  }
}

const cameFrom = ({ client: { name, address }, receivedAt }: InboundMessage) => ({
  client: { name, address },
  receivedAt: receivedAt.toISOString(),
});
