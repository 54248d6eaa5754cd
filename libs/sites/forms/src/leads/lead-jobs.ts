import { APP_EVENT_JOB } from '#libs/core/app-events';
import type { Jobs } from '#libs/core/jobs';
import { ASK_CONFIRMATION_JOB } from '../confirmation/confirmation.js';
import { CHECK_EMAIL_JOB } from './email-check.js';

/** The jobs of leads, those that tell other apps of them included. */
export type LeadJobs = Pick<Jobs, typeof APP_EVENT_JOB | typeof ASK_CONFIRMATION_JOB | typeof CHECK_EMAIL_JOB>;

export const LEAD_JOBS = { [APP_EVENT_JOB]: true, [ASK_CONFIRMATION_JOB]: true, [CHECK_EMAIL_JOB]: true } as const;
