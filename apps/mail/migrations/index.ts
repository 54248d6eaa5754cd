import type { Migrations } from '#libs/core/persistence';
import { Foundation1797000000000 } from './1797000000000-foundation.js';
import { JobContext1797000001000 } from './1797000001000-job-context.js';
import { DomainsAndMailboxes1797000010000 } from './1797000010000-domains-and-mailboxes.js';
import { Messages1797000020000 } from './1797000020000-messages.js';
import { MailboxSubscriptions1797000040000 } from './1797000040000-mailbox-subscriptions.js';
import { AppPasswords1797000041000 } from './1797000041000-app-passwords.js';
import { InboundMessages1797000050000 } from './1797000050000-inbound-messages.js';
import { Sending1797000060000 } from './1797000060000-sending.js';
import { TrustReports1797000070000 } from './1797000070000-trust-reports.js';
import { ForwardingAndVacation1797080100000 } from './1797080100000-forwarding-and-vacation.js';
import { MailFilters1797080101000 } from './1797080101000-mail-filters.js';
import { MessageSearch1797080200000 } from './1797080200000-message-search.js';
import { Labels1797080300000 } from './1797080300000-labels.js';
import { SignaturesAndIdentities1797080410000 } from './1797080410000-signatures-and-identities.js';
import { MailboxContacts1797080420000 } from './1797080420000-mailbox-contacts.js';
import { Drafts1797080430000 } from './1797080430000-drafts.js';
import { PgpKeys1797080500000 } from './1797080500000-pgp-keys.js';
import { MessageImports1797080500100 } from './1797080500100-message-imports.js';
import { BlobContent1797081900000 } from './1797081900000-blob-content.js';
import { TenantRemoval1797082400000 } from './1797082400000-tenant-removal.js';
import { QueueHold1798250000000 } from './1798250000000-queue-hold.js';
import { ThreadLookups1798310020000 } from './1798310020000-thread-lookups.js';
import { MessagePassages1798310200000 } from './1798310200000-message-passages.js';
import { AddressesOfRemovedMailboxes1798310300000 } from './1798310300000-addresses-of-removed-mailboxes.js';
import { ReceivedField1798310400000 } from './1798310400000-received-field.js';
import { ContentHashes1798320000000 } from './1798320000000-content-hashes.js';
import { LostLeases1798320010000 } from './1798320010000-lost-leases.js';
import { TenantStatistics1798350000000 } from './1798350000000-tenant-statistics.js';
import { PassedDomains1799004000000 } from './1799004000000-passed-domains.js';
import { AddressKeys1799004020000 } from './1799004020000-address-keys.js';
import { MessageIdKeys1799004300000 } from './1799004300000-message-id-keys.js';
import { FoldersOfMailboxes1799004310000 } from './1799004310000-folders-of-mailboxes.js';

export const migrations: Migrations = [
  Foundation1797000000000,
  JobContext1797000001000,
  DomainsAndMailboxes1797000010000,
  Messages1797000020000,
  MailboxSubscriptions1797000040000,
  AppPasswords1797000041000,
  InboundMessages1797000050000,
  Sending1797000060000,
  TrustReports1797000070000,
  ForwardingAndVacation1797080100000,
  MailFilters1797080101000,
  MessageSearch1797080200000,
  Labels1797080300000,
  SignaturesAndIdentities1797080410000,
  MailboxContacts1797080420000,
  Drafts1797080430000,
  PgpKeys1797080500000,
  MessageImports1797080500100,
  BlobContent1797081900000,
  TenantRemoval1797082400000,
  QueueHold1798250000000,
  ThreadLookups1798310020000,
  MessagePassages1798310200000,
  AddressesOfRemovedMailboxes1798310300000,
  ReceivedField1798310400000,
  ContentHashes1798320000000,
  LostLeases1798320010000,
  TenantStatistics1798350000000,
  PassedDomains1799004000000,
  AddressKeys1799004020000,
  MessageIdKeys1799004300000,
  FoldersOfMailboxes1799004310000,
];
