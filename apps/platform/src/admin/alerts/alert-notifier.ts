import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { buildMessage, domainOf, SmtpPool } from '#libs/mail/email';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import type { AlertEvent } from './alert-event.entity.js';
import { AlertRepository } from './alert.repository.js';

const BATCH = 20;
const SYMBOLS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Sends operators an e-mail for each alert event, if the installation configures their addresses. */
@Injectable()
export class AlertNotifier implements OnApplicationShutdown {
  private readonly relay: SmtpPool | undefined;
  private readonly sender: string;
  private readonly recipients: readonly string[];

  constructor(
    private readonly database: Database,
    private readonly alerts: AlertRepository,
    { alertEmails, alertSender = '', smtpUrl }: PlatformConfig,
  ) {
    this.sender = alertSender;
    this.recipients = alertEmails.split(',').filter(Boolean);
    const isOn = this.sender !== '' && this.recipients.length > 0;
    this.relay = isOn ? new SmtpPool({ url: smtpUrl, maxConnections: 1 }) : undefined;
  }

  /**
   * Sends the e-mails that are missing. A failed one is retried at the next run; one that was sent and not recorded is
   * sent again with the same Message-ID.
   */
  async notify(): Promise<void> {
    const { relay } = this;
    if (!relay) return;
    await this.database.system(async (tx) => {
      const events = await this.alerts.lockUnnotified(tx, BATCH);
      const sent: number[] = [];
      for (const event of events) if (await this.send(relay, event)) sent.push(event.position);
      if (sent.length > 0) await this.alerts.setNotified(tx, sent);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.relay?.close();
  }

  private async send(relay: SmtpPool, event: AlertEvent): Promise<boolean> {
    const from = this.sender;
    const message = buildMessage({
      from,
      to: [...this.recipients],
      subject: `${event.type === 'fired' ? 'Alert' : 'Recovered'}: ${event.name}`,
      text: textOf(event),
      messageId: `alert-${event.position}@${domainOf(from)}`,
      date: event.occurredAt,
    });
    try {
      for (const to of this.recipients) await relay.send({ envelope: { from, to }, message });
      return true;
    } catch (error) {
      logger.warn('The e-mail about an alert was not sent; it is retried', { error });
      return false;
    }
  }
}

function textOf({ type, metric, operator, threshold, windowMinutes, value, reason, occurredAt }: AlertEvent): string {
  return [
    `${metric} ${SYMBOLS[operator]} ${threshold}, over ${windowMinutes} minutes`,
    `${type === 'fired' ? 'Began to hold' : 'Ceased to hold'} at ${occurredAt.toISOString()}.`,
    reason || `The value was ${value ?? 'not known'}.`,
  ].join('\n');
}
