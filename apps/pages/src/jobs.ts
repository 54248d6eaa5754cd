import { ANNOUNCE_LEAD_JOB, LEAD_JOBS, type LeadJobs } from '#libs/sites/forms';
import { type Jobs, kindsOf } from '#libs/core/jobs';
import type { Outdated } from './published-pages/render-again.js';

interface OwnJobs {
  /** Tells members of leads that were too many for mails of their own. */
  'lead.announce-held': { formId: string };
  /** Adds AVIF to a picture. */
  'media.avif': { mediaId: string };
  /** Finds the published pages that a change concerns, and enqueues each. */
  'pages.outdated': Outdated;
  /** Renders one published page again. */
  'pages.render': { pageId: string };
}

declare module '#libs/core/jobs' {
  interface Jobs extends OwnJobs {}
}

/** The jobs of Pages: kind → payload. The runtime runs those of leads, too. */
type PagesJobs = OwnJobs & LeadJobs & Pick<Jobs, typeof ANNOUNCE_LEAD_JOB>;

export const JOB_KINDS = kindsOf<PagesJobs>({
  [ANNOUNCE_LEAD_JOB]: true,
  'lead.announce-held': true,
  'media.avif': true,
  'pages.outdated': true,
  'pages.render': true,
  ...LEAD_JOBS,
});
