import { Injectable } from '@nestjs/common';
import { exec, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { COUNT_LEAD } from './lead-count.sql.js';

/** State of a lead, and what it was counted as. */
export interface CountedLead {
  tenantId: TenantId;
  leadId: string;
  capturedAt: Date | null;
  retractedAt: Date | null;
  emailStatus: string | null;
  /** When it was received, as it was counted; null before. */
  countedAt: Date | null;
  countedBad: boolean | null;
}

/** Statuses of addresses to which no mail comes, or whose owner does not want it. */
const BAD_STATUSES: ReadonlySet<string | null> = new Set(['suspeito', 'dominio_inexistente', 'descartavel']);

/** Keeps the numbers of received leads, over which alerts are evaluated. */
@Injectable()
export class LeadCounts {
  /**
   * Counts a lead once, in the five minutes in which it was received, and as bad while it is judged so: it is spam, or its e-mail
   * address is bad. Call it last in the transaction that holds the lead's receipt, because others may wait for the row.
   * @param receivedAt when it was received, if the event tells; a clock that is ahead counts as now
   */
  async follow(tx: SqlExecutor, lead: CountedLead, receivedAt?: Date): Promise<void> {
    const { tenantId, leadId, countedAt, countedBad } = lead;
    if (countedAt === null && receivedAt === undefined) return;
    const isBad = isSpam(lead) || BAD_STATUSES.has(lead.emailStatus);
    if (countedAt !== null && countedBad === isBad) return;
    const at = countedAt ?? new Date(Math.min(receivedAt!.getTime(), Date.now()));
    const captured = countedAt === null ? 1 : 0;
    const bad = Number(isBad) - Number(countedBad ?? false);
    await exec(tx, COUNT_LEAD, [tenantId, leadId, at, isBad, captured, bad]);
  }
}

/** Whether the newest that is told of a lead is that it is spam. */
export const isSpam = ({ capturedAt, retractedAt }: Pick<CountedLead, 'capturedAt' | 'retractedAt'>): boolean =>
  retractedAt !== null && (capturedAt === null || retractedAt >= capturedAt);
