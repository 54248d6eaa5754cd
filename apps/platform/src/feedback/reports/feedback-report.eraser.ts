import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ErasesPerson, ErasesPersonIn } from '#libs/privacy/data-rights';
import { exec, type TenantId } from '#libs/core/persistence';
import type { ErasedPerson } from '../../erasure/erased-person.js';
import { DELETE_REPORTS } from './erase-feedback-report.sql.js';

/** Deletes the reports of messages to an erased person. */
@Injectable()
@ErasesPersonIn(['feedback_report'])
export class FeedbackReportEraser implements ErasesPerson<ErasedPerson> {
  async erase(tx: EntityManager, tenantId: TenantId, { messageIds }: ErasedPerson): Promise<void> {
    await exec(tx, DELETE_REPORTS, [tenantId, messageIds]);
  }
}
