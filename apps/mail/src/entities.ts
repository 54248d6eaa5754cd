import { APP_EVENT_ENTITIES } from '#libs/core/app-events';
import { AUDIT_ENTITIES } from '#libs/core/audit';
import { IDEMPOTENCY_ENTITIES } from '#libs/core/idempotency';
import { OUTBOX_ENTITIES } from '#libs/core/jobs';
import type { Entities } from '#libs/core/persistence';
import { TENANT_REMOVAL_ENTITIES } from '#libs/privacy/data-rights';
import { BLOB_ENTITIES } from '#libs/core/storage';
import { AppPassword } from './app-passwords/app-password.entity.js';
import { DkimSigningKey } from './domains/signing-keys/dkim-signing-key.entity.js';
import { MailDomain } from './domains/mail-domain.entity.js';
import { LabelRuleSetting } from './mailbox-rules/label-rules/label-rule-setting.entity.js';
import { MailFilter } from './mailbox-rules/filters/mail-filter.entity.js';
import { ForwardingAddress } from './forwarding/forwarding-address.entity.js';
import { Forwarding } from './forwarding/forwarding.entity.js';
import { Folder } from './folders/folder.entity.js';
import { Label } from './labels/label.entity.js';
import { MessageLabel } from './labels/message-label.entity.js';
import { MessageImport } from './imports/message-import.entity.js';
import { MailboxGrant } from './mailboxes/grants/mailbox-grant.entity.js';
import { MailboxSubscription } from './mailboxes/subscriptions/mailbox-subscription.entity.js';
import { Mailbox } from './mailboxes/mailbox.entity.js';
import { MailMessage } from './messages/mail-message.entity.js';
import { MessageAttachment } from './messages/message-attachment.entity.js';
import { ThreadReference } from './messages/threads/thread-reference.entity.js';
import { PgpKey } from './pgp/pgp-key.entity.js';
import { OutgoingMessage } from './sending/outgoing/outgoing-message.entity.js';
import { SendingUsage } from './sending/quotas/sending-usage.entity.js';
import { InboundMessage } from './receiving/inbound-message.entity.js';
import { PassedDomain } from './receiving/passing/passed-domain.entity.js';
import { DmarcReportRecord } from './trust-reports/dmarc-report-record.entity.js';
import { DmarcReport } from './trust-reports/dmarc-report.entity.js';
import { TlsReport } from './trust-reports/tls-report.entity.js';
import { MessagePassage } from './forwarding/passages/message-passage.entity.js';
import { VacationReply } from './vacation/vacation-reply.entity.js';
import { Vacation } from './vacation/vacation.entity.js';
import { MessageSearch } from './search/message-search.entity.js';
import { Organisation } from './organisations/organisation.entity.js';
import { SenderIdentity } from './identities/sender-identity.entity.js';
import { MailboxSignature } from './signatures/mailbox-signature.entity.js';
import { MailboxContact } from './contacts/mailbox-contact.entity.js';
import { Draft } from './drafts/draft.entity.js';

/** The tables of Mail. */
export const ENTITIES: Entities = [
  ...APP_EVENT_ENTITIES,
  ...AUDIT_ENTITIES,
  ...BLOB_ENTITIES,
  ...IDEMPOTENCY_ENTITIES,
  ...OUTBOX_ENTITIES,
  ...TENANT_REMOVAL_ENTITIES,
  AppPassword,
  DkimSigningKey,
  DmarcReport,
  DmarcReportRecord,
  Draft,
  Folder,
  Forwarding,
  ForwardingAddress,
  InboundMessage,
  PassedDomain,
  Label,
  LabelRuleSetting,
  Mailbox,
  MailboxContact,
  MailboxGrant,
  MailboxSignature,
  MailboxSubscription,
  MailDomain,
  MailFilter,
  MailMessage,
  MessageAttachment,
  MessageSearch,
  MessageImport,
  MessageLabel,
  Organisation,
  OutgoingMessage,
  PgpKey,
  SenderIdentity,
  SendingUsage,
  ThreadReference,
  TlsReport,
  Vacation,
  MessagePassage,
  VacationReply,
];
