import { LEAD_JOBS, type LeadJobs } from '#libs/sites/forms';
import { kindsOf } from '#libs/core/jobs';
import type { Outdated } from './published-pages/render-again.js';

interface OwnJobs {
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
type PagesJobs = OwnJobs & LeadJobs;

export const JOB_KINDS = kindsOf<PagesJobs>({
  'media.avif': true,
  'pages.outdated': true,
  'pages.render': true,
  ...LEAD_JOBS,
});
