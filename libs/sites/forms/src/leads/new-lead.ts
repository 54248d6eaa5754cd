import type { Id } from '#libs/core/persistence';
import type { LeadFile } from '../lead-file.entity.js';
import type { Lead } from '../lead.entity.js';

export type NewLeadFile = Pick<LeadFile, 'id' | 'field' | 'fileName' | 'contentType' | 'bytes' | 'hash'>;

/** Columns of a lead that are set only later. */
export const SET_LATER = [
  'emailStatus',
  'spamDecidedAt',
  'confirmationMails',
  'confirmationSentAt',
  'confirmedAt',
  'confirmedAddress',
  'confirmedUserAgent',
] as const;

/** A lead that was accepted and is yet to be kept. */
export interface NewLead extends Omit<Lead, 'id' | (typeof SET_LATER)[number]> {
  id: Id<'led'>;
  files: NewLeadFile[];
}
