import type { Migrations } from '#libs/core/persistence';
import { Foundation1797000000000 } from './1797000000000-foundation.js';
import { JobContext1797000001000 } from './1797000001000-job-context.js';
import { Contacts1797000010000 } from './1797000010000-contacts.js';
import { CustomFields1797000020000 } from './1797000020000-custom-fields.js';
import { ContactLists1797000030000 } from './1797000030000-contact-lists.js';
import { ContactExports1797000031000 } from './1797000031000-contact-exports.js';
import { SavedViews1797000032000 } from './1797000032000-saved-views.js';
import { LeadsAndConsent1797000040000 } from './1797000040000-leads-and-consent.js';
import { MergeSuggestions1797000041000 } from './1797000041000-merge-suggestions.js';
import { ContactMerges1797000042000 } from './1797000042000-contact-merges.js';
import { TwinsOfIdentifiers1797000043000 } from './1797000043000-twins-of-identifiers.js';
import { ToldLeads1797000044000 } from './1797000044000-told-leads.js';
import { Companies1797000050000 } from './1797000050000-companies.js';
import { Privacy1797000051000 } from './1797000051000-privacy.js';
import { Imports1797000060000 } from './1797000060000-imports.js';
import { NarrowSystemAccess1797000062000 } from './1797000062000-narrow-system-access.js';
import { IdentifierStatistics1797000063000 } from './1797000063000-identifier-statistics.js';
import { BlobContent1797000064000 } from './1797000064000-blob-content.js';
import { TenantRemoval1797082400000 } from './1797082400000-tenant-removal.js';
import { QueueHold1798250000000 } from './1798250000000-queue-hold.js';
import { ImportWarnings1798310000000 } from './1798310000000-import-warnings.js';
import { LookupIndexes1798310010000 } from './1798310010000-lookup-indexes.js';
import { ImportOptions1798310030000 } from './1798310030000-import-options.js';
import { EarlierImportOptions1798310040000 } from './1798310040000-earlier-import-options.js';
import { FoldedNames1798310050000 } from './1798310050000-folded-names.js';
import { ErasedPeople1798320000000 } from './1798320000000-erased-people.js';
import { RecipientNotices1798320005000 } from './1798320005000-recipient-notices.js';
import { LostLeases1798320010000 } from './1798320010000-lost-leases.js';
import { FilterKeys1798340400000 } from './1798340400000-filter-keys.js';
import { TenantStatistics1798350000000 } from './1798350000000-tenant-statistics.js';
import { ContactExportFiles1798700000000 } from './1798700000000-contact-export-files.js';
import { Destinations1799000010000 } from './1799000010000-destinations.js';
import { ContactEventDays1799000020000 } from './1799000020000-contact-event-days.js';
import { ContactChanges1799000021000 } from './1799000021000-contact-changes.js';
import { Criteria1799000030000 } from './1799000030000-criteria.js';
import { Segments1799000031000 } from './1799000031000-segments.js';
import { Journeys1799000040000 } from './1799000040000-journeys.js';
import { Alerts1799000050000 } from './1799000050000-alerts.js';
import { Scores1799000051000 } from './1799000051000-scores.js';
import { JourneyMessages1799000052000 } from './1799000052000-journey-messages.js';

export const migrations: Migrations = [
  Foundation1797000000000,
  JobContext1797000001000,
  Contacts1797000010000,
  CustomFields1797000020000,
  ContactLists1797000030000,
  ContactExports1797000031000,
  SavedViews1797000032000,
  LeadsAndConsent1797000040000,
  MergeSuggestions1797000041000,
  ContactMerges1797000042000,
  TwinsOfIdentifiers1797000043000,
  ToldLeads1797000044000,
  Companies1797000050000,
  Privacy1797000051000,
  Imports1797000060000,
  NarrowSystemAccess1797000062000,
  IdentifierStatistics1797000063000,
  BlobContent1797000064000,
  TenantRemoval1797082400000,
  QueueHold1798250000000,
  ImportWarnings1798310000000,
  LookupIndexes1798310010000,
  ImportOptions1798310030000,
  EarlierImportOptions1798310040000,
  FoldedNames1798310050000,
  ErasedPeople1798320000000,
  RecipientNotices1798320005000,
  LostLeases1798320010000,
  FilterKeys1798340400000,
  TenantStatistics1798350000000,
  ContactExportFiles1798700000000,
  Destinations1799000010000,
  ContactEventDays1799000020000,
  ContactChanges1799000021000,
  Criteria1799000030000,
  Segments1799000031000,
  Journeys1799000040000,
  Alerts1799000050000,
  Scores1799000051000,
  JourneyMessages1799000052000,
];
