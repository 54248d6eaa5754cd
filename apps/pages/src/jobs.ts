import { APP_EVENT_JOB } from '#libs/app-events';
import { CHECK_EMAIL_JOB } from '#libs/forms';
import { kindsOf, type Jobs } from '#libs/jobs';
import type { Outdated } from './publishing/render-again.js';

interface OwnJobs {
  /** Adds AVIF to a picture. */
  'media.avif': { mediaId: string };
  /** Finds the published pages that a change concerns, and enqueues each. */
  'pages.outdated': Outdated;
  /** Renders one published page again. */
  'pages.render': { pageId: string };
}

declare module '#libs/jobs' {
  interface Jobs extends OwnJobs {}
}

/** The jobs of Pages: kind → payload. The runtime runs those of leads, too. */
type PagesJobs = OwnJobs & Pick<Jobs, typeof APP_EVENT_JOB | typeof CHECK_EMAIL_JOB>;

export const JOB_KINDS = kindsOf<PagesJobs>({
  'media.avif': true,
  'pages.outdated': true,
  'pages.render': true,
  [APP_EVENT_JOB]: true,
  [CHECK_EMAIL_JOB]: true,
});
