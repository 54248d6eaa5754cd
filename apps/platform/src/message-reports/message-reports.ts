import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  AppEventSender,
  MAX_MESSAGE_REPORTS,
  type MessageReport,
  type MessageReportChange,
} from '#libs/core/app-events';
import type { TenantId } from '#libs/core/persistence';
import type { Channel } from '../channel.js';
import { CrmTenants } from '../crm-tenants/crm-tenants.js';
import { normalAddress } from '../suppressions/suppression.js';

/** An event of a message, as far as the CRM is told of it. */
export interface ReportableEvent {
  messageId: string;
  channel: Channel;
  type: string;
  occurredAt: Date;
  recipient: string;
  subject: string;
  /** Set for an open or a click by a reader, not a program. */
  reader?: 'first' | 'again';
  /** Whether another of its type was counted for the message, and this one says nothing new. */
  isRepeated?: boolean;
  detail: Record<string, unknown>;
  origin: string | null;
}

const CHANGES: Readonly<Record<string, MessageReportChange>> = {
  sent: 'sent',
  delivered: 'delivered',
  opened: 'opened',
  clicked: 'clicked',
  bounced: 'bounced',
  unsubscribed: 'unsubscribed',
  complained: 'complained',
  failed: 'failed',
  undelivered: 'failed',
};

/** Tells the CRM what happens to messages, in the transaction that records it. */
@Injectable()
export class MessageReports {
  constructor(
    private readonly events: AppEventSender,
    private readonly tenants: CrmTenants,
  ) {}

  /** One statement for all of them; none without something to report, or for a tenant without the CRM. */
  async send(tx: EntityManager, tenantId: TenantId, events: readonly ReportableEvent[]): Promise<void> {
    if (!this.tenants.isUsed) return;
    const reports = events.flatMap(toReport);
    if (reports.length === 0 || !(await this.tenants.has(tenantId))) return;
    const parts = Array.from({ length: Math.ceil(reports.length / MAX_MESSAGE_REPORTS) }, (_, part) =>
      reports.slice(part * MAX_MESSAGE_REPORTS, (part + 1) * MAX_MESSAGE_REPORTS),
    );
    const payloads = parts.map((part) => ({ tenantId, payload: { reports: part } }));
    await this.events.sendAll(tx, 'crm', 'platform.messages.reported', payloads);
  }
}

/** Programs open and click what no person has seen, and a device belongs to no contact. */
function toReport(event: ReportableEvent): MessageReport[] {
  const { messageId, channel, type, recipient, subject, detail, origin } = event;
  const change = CHANGES[type];
  if (!change || channel === 'push' || event.isRepeated) return [];
  if ((change === 'opened' || change === 'clicked') && !event.reader) return [];
  const url = detail['Url'];
  return [
    {
      messageId,
      channel,
      address: normalAddress(recipient),
      change,
      occurredAt: event.occurredAt.toISOString(),
      ...(channel === 'email' && { subject }),
      ...(change === 'clicked' && typeof url === 'string' && { url }),
      ...(origin !== null && { origin }),
    },
  ];
}
