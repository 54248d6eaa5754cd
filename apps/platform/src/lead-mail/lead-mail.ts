import type { AnnouncedLead, AnsweredLead, LeadMailFault } from '#libs/core/app-events';

/** Purpose of the seal of a mail that waits. */
export const LEAD_MAIL_PURPOSE = 'lead-mail';

/** Mail to one member that tells of a lead. */
export type LeadNotice = Omit<AnnouncedLead, 'memberIds'> & { kind: 'notice'; memberId: string };

/** Automatic answer to a visitor. */
export type LeadAnswer = AnsweredLead & { kind: 'answer' };

export type LeadMail = LeadNotice | LeadAnswer;

export interface SendLeadMail {
  /** {@link LeadMail} as JSON, sealed: it has what a visitor typed. */
  sealed: string;
}

/** Reason for which a mail is not sent; `detail` names a part of the template at fault. */
export interface Fault {
  code: LeadMailFault;
  detail: string | null;
}

export const faultOf = (code: LeadMailFault, detail: string | null = null): Fault => ({ code, detail });
