/** The kind of job that tells members of a lead and answers its visitor. Authoring runs it; the runtime enqueues it, too. */
export const ANNOUNCE_LEAD_JOB = 'lead.announce';

/** Leads of a form of which somebody hears: none, those that are no spam, or spam as well. */
export type AnnouncedLeads = 'none' | 'leads' | 'all';

export interface AnnounceLead {
  leadId: string;
  /** Whether members were told before, so that only the visitor may be left. */
  answersOnly?: boolean;
}

declare module '#libs/core/jobs' {
  interface Jobs {
    [ANNOUNCE_LEAD_JOB]: AnnounceLead;
  }
}

/** Whether somebody may hear of such a lead. */
export const isAnnounced = (announced: AnnouncedLeads | undefined, isSpam: boolean): boolean =>
  announced === 'all' || (announced === 'leads' && !isSpam);
