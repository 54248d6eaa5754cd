import { APP_EVENT_JOB } from '#libs/app-events';
import { type Jobs, kindsOf } from '#libs/jobs';
import { GRANT_OWNER_JOB, type GrantOwner } from './mailboxes/mailbox-jobs.js';
import { SEND_JOB, type SendOutgoing } from './sending/outgoing-mail.js';
import { DELIVER_JOB, type DeliverInbound } from './receiving/inbound-jobs.js';

/** The jobs of Mail: kind → payload. */
interface MailJobs {
  [DELIVER_JOB]: DeliverInbound;
  [GRANT_OWNER_JOB]: GrantOwner;
  [SEND_JOB]: SendOutgoing;
}

declare module '#libs/jobs' {
  interface Jobs extends MailJobs {}
}

export const JOB_KINDS = kindsOf<MailJobs & Pick<Jobs, typeof APP_EVENT_JOB>>({
  [APP_EVENT_JOB]: true,
  [DELIVER_JOB]: true,
  [GRANT_OWNER_JOB]: true,
  [SEND_JOB]: true,
});
