import { IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';
import {
  AuthConfig,
  configOf,
  DevelopmentDefault,
  EventStoreConfig,
  LeadsConfig,
  ServiceConfig,
  SmtpConfig,
  StorageConfig,
} from '#libs/core/config';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Variables of the runtime. */
export class RuntimeConfig extends configOf(
  ServiceConfig,
  AuthConfig,
  EventStoreConfig,
  LeadsConfig,
  SmtpConfig,
  StorageConfig,
) {
  /** Address of the runtime, without a slash at its end: published pages without a domain answer there. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3005')
  runtimeUrl: string;

  /** Memory for published pages (MiB). What does not fit is read from the database when it is asked for. */
  @IsInt()
  @Min(1)
  @Max(65_536)
  pageMemoryMib: number = 256;

  /** Directory for leads that are accepted while the database is away. It outlives the process; processes may share it. */
  @IsString()
  @DevelopmentDefault('.data/journal')
  journalDir: string;

  /** How much waits there at most (MiB); more is answered 503. */
  @IsInt()
  @Min(1)
  @Max(1_048_576)
  journalMaxMib: number = 512;

  /** Submissions a minute from one address; more are answered 429. Far fewer are a sign of spam already. */
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  submissionsPerMinute: number = 120;

  /** Chunks of recordings a minute from one address; more are answered 429. */
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  replaysPerMinute: number = 600;

  /** `host:port` of the DNS server that looks up the domains of addresses; the system's if absent. */
  @IsOptional()
  @Matches(/^[^\s:]+:\d+$/)
  dnsServer?: string;

  /** Memory for pictures (MiB). What does not fit is read from the storage when it is asked for. */
  @IsInt()
  @Min(1)
  @Max(65_536)
  mediaMemoryMib: number = 128;

  /** How much of collected events waits in the journal at most (MiB); more is answered 503. */
  @IsInt()
  @Min(1)
  @Max(1_048_576)
  eventJournalMaxMib: number = 1_024;

  /** Batches of events a minute from one address; more are answered 429. */
  @IsInt()
  @Min(1)
  @Max(100_000_000)
  collectPerMinute: number = 600;

  /** Events a minute of one account that a process takes; more are answered 429. */
  @IsInt()
  @Min(1)
  @Max(1_000_000_000)
  collectTenantPerMinute: number = 600_000;
}
