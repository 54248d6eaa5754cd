import { IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min, MinLength, ValidateIf } from 'class-validator';
import { AppConfig } from './app-config.js';
import { configOf } from './config-of.js';
import { DevelopmentDefault, Secret } from './variables.js';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
const SMTP_URL = { require_tld: false, require_protocol: true, protocols: ['smtp', 'smtps'] };
const REDIS_URL = /^rediss?(\+(sentinel|cluster))?:\/\/\S+$/;
const ORIGINS = /^$|^\s*https?:\/\/[\w.\-:[\]]+\/?\s*(,\s*https?:\/\/[\w.\-:[\]]+\/?\s*)*$/;

/** Variables of a migration command. */
export class MigrationConfig {
  /** Connection of the role that owns the tables; server processes do not have it. */
  @IsString()
  @Secret()
  databaseOwnerUrl: string;
}

/** Variables of a command that uses the system role. */
export class SystemRoleConfig {
  /** Connection of the narrow role that sees across tenants where a policy allows it. */
  @IsString()
  @Secret()
  databaseSystemUrl: string;
}

/** The database of an app: one database, two roles. */
export class DatabaseConfig extends SystemRoleConfig {
  /** Connection of the app's own role, which row-level security restricts to one tenant at a time. */
  @IsString()
  @Secret()
  databaseUrl: string;

  /** Connections per role, at most. */
  @IsInt()
  @Min(2)
  @Max(200)
  databasePoolSize: number = 10;
}

/** Redis: queues, rate limits and the credential view. */
export class RedisConfig {
  /** Redis of queues, rate limits and the credential view; `redis`, `rediss`, `redis+sentinel` or `redis+cluster`. */
  @Matches(REDIS_URL)
  @Secret()
  redisUrl: string;
}

/** The keys that encrypt at rest. */
export class EncryptionConfig {
  /** `<keyId>:<base64 of 32 bytes>`, comma-separated; the first encrypts, the others still decrypt. */
  @IsString()
  @Secret()
  encryptionKeys: string;
}

/** The credential of calls between the apps. */
export class InternalConfig {
  /** Bearer of calls between the apps; also seals the credential view. At least 32 random characters. */
  @MinLength(32)
  @Secret()
  serviceSecret: string;
}

/** Workers and their queues. */
export class JobsConfig {
  /** How long a worker's lease on a job lasts without renewal (milliseconds). */
  @IsInt()
  @Min(1_000)
  jobLeaseMs: number = 30_000;

  /** Interval of the search for lost jobs (milliseconds). */
  @IsInt()
  @Min(100)
  reconcileMs: number = 5_000;
}

/** Settings for verifying credentials. */
export class AuthConfig {
  /** Address of identity. */
  @IsUrl(HTTP_URL)
  identityUrl: string;

  /** Issuer of session tokens; IDENTITY_URL if absent. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  issuer?: string;

  /** Comma-separated origins whose pages may write with the session cookie, besides the app's own. */
  @Matches(ORIGINS, { message: '$property must be origins such as https://app.example.com, with commas between' })
  @DevelopmentDefault('http://127.0.0.1:3006,http://localhost:3006')
  allowedOrigins: string = '';

  declare readonly publicUrl?: string;

  /** Origins of pages that may write with the session cookie, as browsers send them in `Origin`. */
  get ownOrigins(): string[] {
    const named = [...this.allowedOrigins.split(','), this.publicUrl ?? ''].map((text) => text.trim());
    return named.filter((text) => URL.canParse(text)).map((text) => new URL(text).origin);
  }
}

/** Outgoing e-mail. */
export class SmtpConfig {
  /** The relay that takes outgoing e-mail. */
  @IsUrl(SMTP_URL)
  @Secret()
  smtpUrl: string;
}

/** Outgoing e-mail of users, beside `SmtpConfig`. */
export class SandboxSmtpConfig {
  /** Mail server for e-mail of test keys; without it such e-mail is recorded and not sent. */
  @IsOptional()
  @IsUrl(SMTP_URL)
  @Secret()
  sandboxSmtpUrl?: string;

  /** Connections to each mail server that are open at a time. */
  @IsInt()
  @Min(1)
  @Max(100)
  smtpConnections: number = 10;
}

/** The virus scanner. */
export class AntivirusConfig {
  /** clamd, which scans attachments: `tcp://<host>:<port>` or `unix:<path>`; without it they are not scanned. */
  @IsOptional()
  @Matches(/^(?:tcp:\/\/[^\s/:]+(?::\d+)?|unix:\/\S+)$/)
  clamdUrl?: string;
}

/** The spam filter. */
export class RspamdConfig {
  /** Rspamd, which judges received mail: `http://[:<password>@]<host>[:<port>]`; a few local rules judge without it. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  @Secret()
  rspamdUrl?: string;
}

/** Settings for telling other apps of captured leads and for asking visitors to confirm them. */
export class LeadsConfig {
  /** Sender of the mail that asks visitors to confirm: an address, or `Name <address>`. */
  @IsString()
  @DevelopmentDefault('Service <no-reply@service.test>')
  leadsMailFrom: string;

  /** Address of the CRM, which is told of leads. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3003')
  crmUrl: string;

  /** Address of Platform, which sends mail about leads to members and visitors. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3000')
  platformUrl: string;
}

/** Store of single events of visitors. */
export class EventStoreConfig {
  /** ClickHouse for single events of visitors: `http[s]://<user>:<password>@<host>:<port>/<database>`; in Postgres if absent. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  @Secret()
  clickhouseUrl?: string;
}

/** Storage of blobs: production needs one of the two variables. */
export class StorageConfig {
  /** Directory that all processes of the app share; not needed with `S3_URL`. */
  @ValidateIf(({ s3Url }: StorageConfig) => !s3Url)
  @IsString()
  @DevelopmentDefault('.data/blobs')
  blobDir?: string;

  /** `https://<access key>:<secret key>@<host>/<bucket>[/<prefix>][?region=<region>]`. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  @Secret()
  s3Url?: string;
}

/** Variables of every app. */
export class ServiceConfig extends configOf(
  AppConfig,
  DatabaseConfig,
  RedisConfig,
  InternalConfig,
  EncryptionConfig,
  JobsConfig,
) {}
