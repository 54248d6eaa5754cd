import { APP_EVENT_JOB } from '#libs/app-events';
import { type Jobs, kindsOf } from '#libs/jobs';

/** The jobs of the CRM: kind → payload. */
type CrmJobs = Pick<Jobs, typeof APP_EVENT_JOB>;

export const JOB_KINDS = kindsOf<CrmJobs>({ [APP_EVENT_JOB]: true });
