import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type LiveConnection, LiveListeners } from '#libs/core/live';
import { Database } from '#libs/core/persistence';
import { MailConfig } from '../config.js';
import { streamOf } from '../mailbox-changes/mailbox-stream.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxSource } from './mailbox-source.js';

/** Connections at most in one process: of one user or key, and of one mailbox. */
export const MAX_OF_PRINCIPAL = 20;
export const MAX_OF_MAILBOX = 50;

/** Connections of those who listen to mailboxes. */
@Injectable()
export class LiveMailboxes implements OnApplicationShutdown {
  private readonly listeners: LiveListeners;

  constructor(
    private readonly database: Database,
    { redisUrl }: MailConfig,
  ) {
    this.listeners = new LiveListeners({
      redisUrl,
      maxOfPrincipal: MAX_OF_PRINCIPAL,
      maxOfSubject: MAX_OF_MAILBOX,
      gauge: { name: 'mailbox_listeners', help: 'Connections that listen to the changes of a mailbox' },
    });
  }

  /** Takes a place for a connection. Returns what gives it back. @throws Problem Throttling if there is none left */
  reserve(principalId: string, mailboxId: string): () => void {
    return this.listeners.reserve(principalId, mailboxId);
  }

  /** Has a connection be told of a mailbox until it is closed. */
  connect({ tenantId, id }: Mailbox, connection: LiveConnection): void {
    this.listeners.connect(streamOf(id), () => new MailboxSource(this.database, tenantId, id), connection);
  }

  /** Runs the work of each interval for all mailboxes at once. */
  async beat(): Promise<void> {
    await this.listeners.beat();
  }

  onApplicationShutdown(): void {
    this.listeners.close();
  }
}
