import { Injectable } from '@nestjs/common';
import { currentTenantId } from '#libs/core/auth';
import type { SeriesPoint } from '../../../reports/report.js';
import { periodOf, ReportsService } from '../../../reports/reports.service.js';
import { SendQuota } from '../send-quota.js';
import type { XmlValues } from '../ses-v1-xml.js';
import { type SesActions, xmlTime } from './ses-action.js';

/** Time that statistics go back: two weeks. */
const STATISTICS_MS = 14 * 86_400_000;

/** Actions about the account: its limits, and what it has sent. */
@Injectable()
export class AccountActions {
  readonly actions: SesActions = {
    GetSendQuota: { scope: 'account:read', act: () => this.sendQuota() },
    // The key of an account that may not send is refused before.
    GetAccountSendingEnabled: { scope: 'account:read', act: () => Promise.resolve({ Enabled: 'true' }) },
    GetSendStatistics: { scope: 'reports:read', act: () => this.statistics() },
  };

  constructor(
    private readonly quota: SendQuota,
    private readonly reports: ReportsService,
  ) {}

  private async sendQuota(): Promise<XmlValues> {
    return Object.fromEntries(Object.entries(await this.quota.get()).map(([name, value]) => [name, String(value)]));
  }

  private async statistics(): Promise<XmlValues> {
    const now = new Date();
    const period = periodOf(new Date(now.getTime() - STATISTICS_MS).toISOString(), undefined, now);
    const points = await this.reports.series(currentTenantId(), period, 'hour', { channel: 'email' });
    return {
      SendDataPoints: points
        .map(toDataPoint)
        .filter(({ of }) => of.some((count) => count > 0))
        .map(toXml),
    };
  }
}

interface DataPoint {
  at: Date;
  /** Attempts, bounces, complaints, rejects. */
  of: [number, number, number, number];
}

/** A message that failed without a bounce was not sent: it is a reject. */
const toDataPoint = ({ at, totals: { sent, bounced, complained, failed } }: SeriesPoint): DataPoint => ({
  at,
  of: [sent, bounced, complained, failed],
});

const toXml = ({ at, of: [attempts, bounces, complaints, rejects] }: DataPoint): XmlValues => ({
  Timestamp: xmlTime(at),
  DeliveryAttempts: String(attempts),
  Bounces: String(bounces),
  Complaints: String(complaints),
  Rejects: String(rejects),
});
