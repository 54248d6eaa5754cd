export { InvalidMail } from './mime/invalid-mail.js';
export { buildMessage } from './mime/message.js';
export type { OutgoingMail } from './mime/message.js';
export type { OutgoingAttachment } from './mime/attachment.js';
export { isReservedHeader } from './mime/custom-headers.js';
export { hasHeaderInjection } from './mime/header.js';
export { domainOf, parseMailbox } from './mime/mailbox.js';
export type { Mailbox } from './mime/mailbox.js';
export { DkimKey } from './dkim/key.js';
export type { DkimAlgorithm, DkimKeyOptions } from './dkim/key.js';
export { dkimRecord, dkimRecordName, generateDkimKeyPair } from './dkim/key-pair.js';
export type { DkimKeyPair, DkimKeyType } from './dkim/key-pair.js';
export { dkimSign } from './dkim/sign.js';
export type { DkimSignOptions } from './dkim/sign.js';
export { SmtpFailure } from './smtp/failure.js';
export type { SmtpFailureDetails, SmtpFailureKind } from './smtp/failure.js';
export type { SmtpEnvelope, SmtpMessage, SmtpReceipt } from './smtp/job.js';
export type { SmtpLogger, SmtpPoolOptions, SmtpTimeouts } from './smtp/options.js';
export { SmtpPool } from './smtp/pool.js';
export type { SmtpPoolStats } from './smtp/pool.js';
export { parseReport } from './reports/parse-report.js';
export type {
  BounceType,
  ComplaintReport,
  DeliveryReport,
  MailReport,
  RecipientReport,
  ReportedAction,
} from './reports/report.js';
export { rewriteHtml, type HtmlChanges } from './html/rewrite-html.js';
export { MAIL_SANDBOX_OUTCOMES, mailSandboxOutcome, type MailSandboxOutcome } from './sandbox/recipients.js';
export { mailSandboxReport, type MailSandboxReported } from './sandbox/report.js';
export { SmtpListener } from './listener/smtp-listener.js';
export type { ReceivedMessage, SmtpListenerOptions, SmtpReceiver } from './listener/smtp-listener.js';
export { SmtpRejection } from './listener/smtp-rejection.js';
