import { kindsOf } from '#libs/jobs';
import type { Outdated } from './publishing/render-again.js';

/** The jobs of Pages: kind → payload. */
interface PagesJobs {
  /** Finds the published pages that a change concerns, and enqueues each. */
  'pages.outdated': Outdated;
  /** Renders one published page again. */
  'pages.render': { pageId: string };
}

declare module '#libs/jobs' {
  interface Jobs extends PagesJobs {}
}

export const JOB_KINDS = kindsOf<PagesJobs>({ 'pages.outdated': true, 'pages.render': true });
