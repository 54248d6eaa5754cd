import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditDifference, recordAudit } from '#libs/core/audit';
import { invalidField, Problem } from '#libs/core/http';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import { INTERVAL_DAYS } from './vacation-values.js';
import type { Vacation } from './vacation.entity.js';
import { VacationRepository, type VacationValues } from './vacation.repository.js';

const HOUR_MS = 3_600_000;

const OFF: VacationValues = {
  enabled: false,
  startsAt: null,
  endsAt: null,
  subject: null,
  text: null,
  html: null,
  intervalDays: INTERVAL_DAYS.usual,
};

/** The automatic replies of mailboxes. */
@Injectable()
export class VacationService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly repository: VacationRepository,
  ) {}

  async get(mailbox: Mailbox): Promise<VacationValues> {
    const found = await this.database.tenant(mailbox.tenantId, (tx) => this.repository.find(tx, mailbox));
    return found ?? OFF;
  }

  /** Sets the reply. If its text or its time changes, everybody may be answered again. @throws Problem ValidationError, NotFound */
  async set(mailbox: Mailbox, values: VacationValues): Promise<VacationValues> {
    requireValid(values);
    return this.database.tenant(mailbox.tenantId, async (tx) => {
      const current = await this.mailboxes.lockForUpdate(tx, mailbox.tenantId, mailbox.id);
      if (!current || current.removedAt) throw new Problem('NotFound');
      const before = (await this.repository.find(tx, mailbox)) ?? OFF;
      await this.repository.upsert(tx, mailbox, values);
      if (isAnother(before, values)) await this.repository.deleteReplies(tx, mailbox);
      await audit(tx, mailbox, before, values);
      return values;
    });
  }

  @Every({ every: HOUR_MS })
  async forgetOldReplies(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.database.system((tx) => this.repository.deleteOldReplies(tx))) > 0);
  }
}

/** Whether a mailbox answers now. */
export function answersNow({ enabled, startsAt, endsAt }: Vacation, now = new Date()): boolean {
  return enabled && (!startsAt || startsAt <= now) && (!endsAt || endsAt > now);
}

function requireValid({ enabled, startsAt, endsAt, text, html }: VacationValues): void {
  const invalid = (field: string, what: string) => invalidField('ValidationError', field, what);
  if (startsAt && endsAt && endsAt <= startsAt) throw invalid('ends_at', 'must be after starts_at');
  if (!enabled) return;
  if (endsAt && endsAt.getTime() <= Date.now()) throw invalid('ends_at', 'must be in the future');
  if (!text?.trim() && !html?.trim()) throw invalid('text', 'must be present while enabled, unless there is html');
}

const SHOWN = ['enabled', 'startsAt', 'endsAt', 'subject', 'intervalDays'] as const;
const SAID = ['enabled', 'startsAt', 'endsAt', 'subject', 'text', 'html'] as const;

const isAnother = (before: VacationValues, after: VacationValues): boolean =>
  auditDifference(before, after, SAID) !== undefined;

/** Records a change without the texts of the reply, which are not for the audit log. */
async function audit(
  tx: EntityManager,
  { tenantId, id }: Mailbox,
  before: VacationValues,
  after: VacationValues,
): Promise<void> {
  if (!isAnother(before, after) && !auditDifference(before, after, SHOWN)) return;
  const object = { type: 'mailbox', id };
  await recordAudit(tx, {
    action: 'mailbox.vacation-changed',
    object,
    tenantId,
    ...auditDifference(before, after, SHOWN),
  });
}
