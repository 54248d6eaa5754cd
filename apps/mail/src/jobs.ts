import { APP_EVENT_JOB } from '#libs/core/app-events';
import { type Jobs, kindsOf } from '#libs/core/jobs';
import { ASK_FORWARDING_JOB, type AskForwarding } from './forwarding/forwarding-values.js';
import { GRANT_OWNER_JOB, type GrantOwner } from './mailboxes/mailbox-jobs.js';
import { RUN_MESSAGE_IMPORT_JOB, type RunMessageImport } from './imports/import-jobs.js';
import { SEND_JOB, type SendOutgoing } from './sending/outgoing/outgoing-mail.js';
import { DELIVER_JOB, type DeliverInbound } from './receiving/inbound-jobs.js';
import { ANSWER_JOB, type AnswerMessage } from './vacation/vacation-values.js';

/** The jobs of Mail: kind → payload. */
interface MailJobs {
  [ANSWER_JOB]: AnswerMessage;
  [ASK_FORWARDING_JOB]: AskForwarding;
  [DELIVER_JOB]: DeliverInbound;
  [GRANT_OWNER_JOB]: GrantOwner;
  [RUN_MESSAGE_IMPORT_JOB]: RunMessageImport;
  [SEND_JOB]: SendOutgoing;
}

declare module '#libs/core/jobs' {
  interface Jobs extends MailJobs {}
}

export const JOB_KINDS = kindsOf<MailJobs & Pick<Jobs, typeof APP_EVENT_JOB>>({
  [APP_EVENT_JOB]: true,
  [ANSWER_JOB]: true,
  [ASK_FORWARDING_JOB]: true,
  [DELIVER_JOB]: true,
  [GRANT_OWNER_JOB]: true,
  [RUN_MESSAGE_IMPORT_JOB]: true,
  [SEND_JOB]: true,
});
