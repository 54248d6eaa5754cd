import { APP_EVENT_JOB } from '#libs/core/app-events';
import { type Jobs, kindsOf } from '#libs/core/jobs';
import type { SealedMail, SealedRequest } from './mail/mail-outbox.js';

/** Identity's jobs: kind → payload. */
interface IdentityJobs {
  'mail.send': SealedMail;
  'password.forgotten': SealedRequest;
}

declare module '#libs/core/jobs' {
  interface Jobs extends IdentityJobs {}
}

export const JOB_KINDS = kindsOf<IdentityJobs & Pick<Jobs, typeof APP_EVENT_JOB>>({
  [APP_EVENT_JOB]: true,
  'mail.send': true,
  'password.forgotten': true,
});
