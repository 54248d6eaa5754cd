import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SmtpFailure, SmtpPool, type SmtpTimeouts } from '#libs/mail/email';
import { inClientSpan } from '#libs/core/observability';
import { MailConfig } from '../../config.js';
import type { RecipientOutcome } from './outgoing.js';

/** An attempt ends before the job that would repeat it is due. */
const TIMEOUTS: Partial<SmtpTimeouts> = { connect: 5_000, greeting: 10_000, command: 20_000, data: 40_000 };

/** The mail servers that take outgoing messages: the relay, and the sandbox for those of test keys. */
@Injectable()
export class MailServers implements OnApplicationShutdown {
  private readonly relay: SmtpPool;
  private readonly sandbox: SmtpPool | undefined;

  constructor({ smtpUrl, sandboxSmtpUrl, smtpConnections: maxConnections }: MailConfig) {
    this.relay = new SmtpPool({ url: smtpUrl, maxConnections, timeouts: TIMEOUTS });
    this.sandbox = sandboxSmtpUrl
      ? new SmtpPool({ url: sandboxSmtpUrl, maxConnections, timeouts: TIMEOUTS })
      : undefined;
  }

  /** One attempt for one recipient. A fault of the address or of the server is an outcome, not an error. */
  async send(
    { sender, isTest }: { sender: string; isTest: boolean },
    address: string,
    message: Buffer,
  ): Promise<RecipientOutcome> {
    const pool = isTest ? this.sandbox : this.relay;
    if (!pool) return { address, kind: 'sent', response: 'Recorded: there is no sandbox to send to' };
    try {
      const envelope = { from: sender, to: address };
      const { response } = await inClientSpan('smtp.send', () => pool.send({ envelope, message }));
      return { address, kind: 'sent', response };
    } catch (error) {
      if (!(error instanceof SmtpFailure)) throw error;
      return { address, kind: error.kind === 'permanent' ? 'failed' : 'deferred', response: error.response };
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.relay.close(), this.sandbox?.close()]);
  }
}
