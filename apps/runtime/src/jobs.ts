import { APP_EVENT_JOB } from '#libs/app-events';
import { CHECK_EMAIL_JOB } from '#libs/forms';
import { kindsOf, type Jobs } from '#libs/jobs';

/** The jobs of the runtime, which authoring runs as well: they have one outbox and one queue. */
type RuntimeJobs = Pick<Jobs, typeof APP_EVENT_JOB | typeof CHECK_EMAIL_JOB>;

export const JOB_KINDS = kindsOf<RuntimeJobs>({ [APP_EVENT_JOB]: true, [CHECK_EMAIL_JOB]: true });
