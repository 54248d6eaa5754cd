import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { buildMessage, domainOf, SmtpPool } from '#libs/email';
import { logger } from '#libs/observability';
import { PlatformConfig } from '../../config.js';
import type { AlertEvent } from './alert.js';
import { AlertRepository } from './alert.repository.js';

const AT_ONCE = 20;
const SYMBOLS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Tells operators by e-mail what became of their rules, where the installation names addresses for that. */
@Injectable()
export class AlertNotifier implements OnApplicationShutdown {
  private readonly relay: SmtpPool | undefined;
  private readonly sender: string;
  private readonly recipients: readonly string[];

  constructor(
    private readonly alerts: AlertRepository,
    { alertEmails, alertSender = '', smtpUrl }: PlatformConfig,
  ) {
    this.sender = alertSender;
    this.recipients = alertEmails.split(',').filter(Boolean);
    const isOn = this.sender !== '' && this.recipients.length > 0;
    this.relay = isOn ? new SmtpPool({ url: smtpUrl, maxConnections: 1 }) : undefined;
  }

  /**
   * Tells what nobody was told of yet. An e-mail that cannot be handed over is tried at the next turn; one whose
   * hand-over was not recorded is sent twice, with one Message-ID.
   */
  async notify(): Promise<void> {
    const { relay } = this;
    if (!relay) return;
    await this.alerts.transaction(async (tx) => {
      const events = await this.alerts.unnotified(tx, AT_ONCE);
      const told: number[] = [];
      for (const event of events) if (await this.tell(relay, event)) told.push(event.position);
      if (told.length > 0) await this.alerts.setNotified(tx, told);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.relay?.close();
  }

  private async tell(relay: SmtpPool, event: AlertEvent): Promise<boolean> {
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
      logger.warn('Operators could not be told of an alert; it is tried again', { error });
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
