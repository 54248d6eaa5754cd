import { APP_EVENT_JOB } from '#libs/app-events';
import { type Jobs, kindsOf } from '#libs/jobs';

/** The jobs of Mail: kind → payload. */
interface MailJobs {}

declare module '#libs/jobs' {
  interface Jobs extends MailJobs {}
}

export const JOB_KINDS = kindsOf<MailJobs & Pick<Jobs, typeof APP_EVENT_JOB>>({
  [APP_EVENT_JOB]: true,
});
