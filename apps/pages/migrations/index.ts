import type { Migrations } from '#libs/core/persistence';
import { Foundation1797000000000 } from './1797000000000-foundation.js';
import { JobContext1797000001000 } from './1797000001000-job-context.js';
import { Sites1797000002000 } from './1797000002000-sites.js';
import { Pages1797000020000 } from './1797000020000-pages.js';
import { SiteSettings1797000030000 } from './1797000030000-site-settings.js';
import { SiteChanges1797000040000 } from './1797000040000-site-changes.js';
import { Forms1797000050000 } from './1797000050000-forms.js';
import { Media1797000060000 } from './1797000060000-media.js';
import { LeadConfirmations1797000071000 } from './1797000071000-lead-confirmations.js';
import { AppEvents1797000080000 } from './1797000080000-app-events.js';
import { BlobContent1797000081000 } from './1797000081000-blob-content.js';
import { TenantRemoval1797082400000 } from './1797082400000-tenant-removal.js';
import { QueueHold1798250000000 } from './1798250000000-queue-hold.js';
import { ReplacedVersions1798300000000 } from './1798300000000-replaced-versions.js';
import { LostLeases1798320010000 } from './1798320010000-lost-leases.js';
import { TenantStatistics1798350000000 } from './1798350000000-tenant-statistics.js';
import { ReportViews1798357300000 } from './1798357300000-report-views.js';
import { Traffic1798400000000 } from './1798400000000-traffic.js';
import { Experiments1798460000000 } from './1798460000000-experiments.js';
import { LeadNotices1798540000000 } from './1798540000000-lead-notices.js';
import { LeadsOfVisitors1799000020000 } from './1799000020000-leads-of-visitors.js';
import { LeadsOfEmails1799003300000 } from './1799003300000-leads-of-emails.js';
import { BalancedExperiments1798520000000 } from './1798520000000-balanced-experiments.js';
import { Replay1798440000000 } from './1798440000000-replay.js';
import { ConsentedVisitors1798510000000 } from './1798510000000-consented-visitors.js';
import { SiteTags1798530000000 } from './1798530000000-site-tags.js';

export const migrations: Migrations = [
  Foundation1797000000000,
  JobContext1797000001000,
  Sites1797000002000,
  Pages1797000020000,
  SiteSettings1797000030000,
  SiteChanges1797000040000,
  Forms1797000050000,
  Media1797000060000,
  LeadConfirmations1797000071000,
  AppEvents1797000080000,
  BlobContent1797000081000,
  TenantRemoval1797082400000,
  QueueHold1798250000000,
  ReplacedVersions1798300000000,
  LostLeases1798320010000,
  TenantStatistics1798350000000,
  ReportViews1798357300000,
  Traffic1798400000000,
  Experiments1798460000000,
  Replay1798440000000,
  ConsentedVisitors1798510000000,
  SiteTags1798530000000,
  LeadNotices1798540000000,
  BalancedExperiments1798520000000,
  LeadsOfVisitors1799000020000,
  LeadsOfEmails1799003300000,
];
