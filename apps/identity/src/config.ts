import { IsArray, IsIn, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';
import {
  ChosenInProduction,
  configOf,
  DevelopmentDefault,
  FromVariable,
  Secret,
  ServiceConfig,
  SmtpConfig,
} from '#libs/core/config';
import { domainOf, parseMailbox } from '#libs/mail/email';
import type { ServiceLook } from '#libs/core/html';
import { IsClientList } from './oidc-clients/client-list.js';
import { IsRecommendedInProduction, RECOMMENDED_KIB } from './passwords/password-memory.js';
import { PRODUCTS } from './tenants/products.js';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Variables of identity. */
export class IdentityConfig extends configOf(ServiceConfig, SmtpConfig) {
  /** Issuer of session tokens; PUBLIC_URL if absent, or without that the address that the app listens on. */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  @FromVariable('ISSUER')
  configuredIssuer?: string;

  /** How long a session lasts. */
  @IsInt()
  @Min(1)
  @Max(24 * 90)
  sessionHours: number = 12;

  /** Open sessions of a user; a new one above this number ends the one that was used least recently. */
  @IsInt()
  @Min(2)
  @Max(10_000)
  sessionsPerUser: number = 100;

  /** Products of a new tenant. */
  @IsArray()
  @IsIn(PRODUCTS, { each: true })
  newTenantProducts: string[] = [];

  /** Plan of a new tenant, by its name; production may not leave it open. */
  @Matches(/^[a-z0-9-]{0,50}$/)
  @ChosenInProduction('')
  newTenantPlan: string;

  /** Who may register: `open` everyone, `invite` with the token of an invitation to a tenant, `closed` no one. */
  @IsIn(['open', 'invite', 'closed'])
  @ChosenInProduction('open')
  signup: 'open' | 'invite' | 'closed';

  /** Passwords that are hashed at a time, each with one thread; 0: as many as there are processors. */
  @IsInt()
  @Min(0)
  @Max(64)
  passwordConcurrency: number = 0;

  /** Memory that the hash of a password takes (KiB). Production accepts the default alone. */
  @IsInt()
  @Min(8)
  @Max(1_048_576)
  @IsRecommendedInProduction()
  passwordMemoryKib: number = RECOMMENDED_KIB;

  /** Answer to a registration from a data centre that operators have listed. */
  @IsIn(['refuse', 'allow'])
  datacenterSignups: 'refuse' | 'allow' = 'refuse';

  /**
   * URL of the dashboard: its client is registered with a callback there, and links in mail lead to its pages unless
   * MAIL_LINKS_URL is set.
   */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  dashboardUrl?: string;

  /**
   * URL of the pages that links in identity's mail lead to; DASHBOARD_URL if absent, or without that identity's own
   * pages.
   */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  mailLinksUrl?: string;

  /** Further apps that users sign in to, as a JSON list; see docs/sign-in.md. */
  @IsClientList()
  @Secret()
  oidcClients: string = '[]';

  /** Calls of the OAuth endpoints and the sign-in pages a minute from one address. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  oauthCallsPerMinute: number = 1_000;

  /** How long an access token is valid; the app then gets another by its refresh token. */
  @IsInt()
  @Min(1)
  @Max(60)
  accessTokenMinutes: number = 10;

  /** How long an app keeps access that the user granted beyond the sign-in (offline_access). */
  @IsInt()
  @Min(1)
  @Max(365)
  offlineDays: number = 30;

  /** How long a signing key signs before the next one replaces it. */
  @IsInt()
  @Min(1)
  @Max(365)
  signingKeyDays: number = 30;

  /** How long a new signing key is published before it signs; longer than any client caches the key set. */
  @IsInt()
  @Min(1)
  @Max(86_400)
  signingKeyLeadSeconds: number = 900;

  /** Name of this installation on identity's pages and in its mail; that of the sender of the mail if absent. */
  @IsOptional()
  @Matches(/^\S(?:.{0,78}\S)?$/)
  serviceName?: string;

  /** URL of a picture (about 36 pixels high) that identity's pages and mail show in place of the name. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  serviceLogoUrl?: string;

  /** Sender of identity's own mail: an address, or `Name <address>`. */
  @IsString()
  @DevelopmentDefault('Service <no-reply@service.test>')
  @FromVariable('IDENTITY_MAIL_FROM')
  mailFrom: string;

  /** Address of Platform, which is told of deleted tenants. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3000')
  platformUrl: string;

  /** Address of Mail, which is told of deleted tenants. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3001')
  mailUrl: string;

  /** Address of Pages, which is told of deleted tenants. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3002')
  pagesUrl: string;

  /** Address of the CRM, which is told of deleted tenants. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3003')
  crmUrl: string;

  get serviceLook(): ServiceLook {
    const sender = parseMailbox(this.mailFrom);
    const name = this.serviceName ?? (sender?.name || domainOf(sender?.address ?? ''));
    return { name, ...(this.serviceLogoUrl !== undefined && { logoUrl: this.serviceLogoUrl }) };
  }

  get issuer(): string {
    return this.configuredIssuer ?? this.publicUrl ?? `http://${this.host}:${this.port}`;
  }
}

/** Variables of the seed command: passwords and the key are given, so that they stay the same. */
export class SeedConfig extends IdentityConfig {
  @IsString()
  @Secret()
  seedUserPassword: string;

  @IsString()
  @Secret()
  seedOperatorPassword: string;

  @Matches(/^sk_test_[0-9a-f]{48}$/)
  @Secret()
  seedApiKey: string;
}
