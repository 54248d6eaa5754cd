import type { Migrations } from '#libs/core/persistence';
import { CreateIdentity1764000000000 } from './1764000000000-create-identity.js';
import { TwoFactor1796000000000 } from './1796000000000-two-factor.js';
import { PeopleAndMail1796000001000 } from './1796000001000-people-and-mail.js';
import { OpenIdConnect1796000002000 } from './1796000002000-openid-connect.js';
import { AuditAndSupport1796000003000 } from './1796000003000-audit-and-support.js';
import { FairTurns1796000005000 } from './1796000005000-fair-turns.js';
import { JobContext1797000001000 } from './1797000001000-job-context.js';
import { AddressOwnership1797000001001 } from './1797000001001-address-ownership.js';
import { AppEvents1797009900000 } from './1797009900000-app-events.js';
import { TenantDeletion1797082400000 } from './1797082400000-tenant-deletion.js';
import { AccountDeletion1797082401000 } from './1797082401000-account-deletion.js';
import { QueueHold1798250000000 } from './1798250000000-queue-hold.js';
import { UserLanguage1798250020000 } from './1798250020000-user-language.js';
import { AddressClaimed1798250020001 } from './1798250020001-address-claimed.js';
import { LostLeases1798320010000 } from './1798320010000-lost-leases.js';
import { TenantStatistics1798350000000 } from './1798350000000-tenant-statistics.js';
import { AddressSearch1799003200000 } from './1799003200000-address-search.js';
import { UserSettings1799003310000 } from './1799003310000-user-settings.js';
import { KeyHints1799003400000 } from './1799003400000-key-hints.js';

export const migrations: Migrations = [
  CreateIdentity1764000000000,
  TwoFactor1796000000000,
  PeopleAndMail1796000001000,
  OpenIdConnect1796000002000,
  AuditAndSupport1796000003000,
  FairTurns1796000005000,
  JobContext1797000001000,
  AddressOwnership1797000001001,
  AppEvents1797009900000,
  TenantDeletion1797082400000,
  AccountDeletion1797082401000,
  QueueHold1798250000000,
  UserLanguage1798250020000,
  AddressClaimed1798250020001,
  LostLeases1798320010000,
  TenantStatistics1798350000000,
  AddressSearch1799003200000,
  UserSettings1799003310000,
  KeyHints1799003400000,
];
