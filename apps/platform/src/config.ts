import { IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';
import { AppConfig, DevelopmentDefault, Secret } from '#libs/config';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
const SMTP_URL = { require_tld: false, require_protocol: true, protocols: ['smtp', 'smtps'] };

/** What the migration command reads. */
export class MigrationConfig {
  @IsString()
  @Secret()
  databaseOwnerUrl: string;
}

/** What the platform reads from its environment. */
export class PlatformConfig extends AppConfig {
  /** Connection of the app's own role, which row-level security holds to the tenant of the work. */
  @IsString()
  @Secret()
  databaseUrl: string;

  /** Connection of the narrow role that sees across tenants where a policy lets it. */
  @IsString()
  @Secret()
  databaseSystemUrl: string;

  @IsInt()
  @Min(2)
  @Max(200)
  databasePoolSize: number = 12;

  @IsString()
  @Secret()
  redisUrl: string;

  @IsUrl(HTTP_URL)
  identityUrl: string;

  /** Issuer of session tokens; where identity is reached when absent. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  issuer?: string;

  /** Bearer of calls between the apps. */
  @IsString()
  @Secret()
  serviceSecret: string;

  /** `<keyId>:<base64 of 32 bytes>`, comma-separated; the first encrypts, the others still decrypt. */
  @IsString()
  @Secret()
  encryptionKeys: string;

  /** The relay that takes outgoing e-mail. */
  @IsUrl(SMTP_URL)
  @Secret()
  smtpUrl: string;

  /** Where e-mail of test keys ends; without it, it is recorded and goes nowhere. */
  @IsOptional()
  @IsUrl(SMTP_URL)
  @Secret()
  sandboxSmtpUrl?: string;

  @IsInt()
  @Min(1)
  @Max(100)
  smtpConnections: number = 10;

  /** `host:port` of the DNS server to ask about addresses that users typed; the system's when absent. */
  @IsOptional()
  @Matches(/^[^\s:]+:\d+$/)
  dnsServer?: string;

  /** Name whose SPF record lists the servers that mail leaves from; customers are asked to include it. */
  @IsOptional()
  @Matches(/^(?:[a-z0-9_-]+\.)+[a-z0-9-]+$/)
  spfInclude?: string;

  /** Comma-separated `host:port` or CIDR that webhooks may reach although they are inside the network. */
  @IsString()
  outboundAllow: string = '';

  /** Comma-separated origins whose pages may write with the session cookie. */
  @IsString()
  @DevelopmentDefault('http://127.0.0.1:3006,http://localhost:3006')
  allowedOrigins: string = '';

  /** How long a worker may hold work without a sign of life (milliseconds). */
  @IsInt()
  @Min(1_000)
  jobLeaseMs: number = 30_000;

  /** How often lost work is looked for (milliseconds). */
  @IsInt()
  @Min(100)
  reconcileMs: number = 5_000;
}
