import { IsArray, IsIn, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';
import { configOf, DevelopmentDefault, FromVariable, Secret, ServiceConfig, SmtpConfig } from '#libs/config';
import { IsClientList } from './oidc/client-list.js';
import { PRODUCTS } from './tenants/products.js';

/** What identity reads from its environment. */
export class IdentityConfig extends configOf(ServiceConfig, SmtpConfig) {
  /** Issuer of session tokens; PUBLIC_URL, else the address that is listened on, when absent. */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  @FromVariable('ISSUER')
  configuredIssuer?: string;

  /** How long a session lasts. */
  @IsInt()
  @Min(1)
  @Max(24 * 90)
  sessionHours: number = 12;

  /** Open sessions that a person may have; one more ends the one that was seen last longest ago. */
  @IsInt()
  @Min(2)
  @Max(10_000)
  sessionsPerUser: number = 100;

  /** Products that a new tenant has from the start. */
  @IsArray()
  @IsIn(PRODUCTS, { each: true })
  newTenantProducts: string[] = [];

  /** Passwords that are hashed at one time, each on 19 MiB and one thread; 0 takes as many as there are processors. */
  @IsInt()
  @Min(0)
  @Max(64)
  passwordConcurrency: number = 0;

  /** What becomes of a registration from an address of a data centre that operators have listed. */
  @IsIn(['refuse', 'allow'])
  datacenterSignups: 'refuse' | 'allow' = 'refuse';

  /**
   * Where the dashboard is: its client is registered with the callback there, and links of mail lead to its pages unless
   * MAIL_LINKS_URL says otherwise.
   */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  dashboardUrl?: string;

  /**
   * Under which address the links of identity's mail lead to pages. Identity's own address stands for the pages that it
   * has itself, as it does when neither this nor DASHBOARD_URL is set.
   */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  mailLinksUrl?: string;

  /** Further apps that people sign in to, as a JSON list; see docs/sign-in.md. */
  @IsClientList()
  @Secret()
  oidcClients: string = '[]';

  /** Calls of the OAuth endpoints and the sign-in pages that one address may make. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  oauthCallsPerMinute: number = 1_000;

  /** How long an access token is good for; the app then fetches another by its refresh token. */
  @IsInt()
  @Min(1)
  @Max(60)
  accessTokenMinutes: number = 10;

  /** How long an app keeps an access that the person granted beyond the sign-in (offline_access). */
  @IsInt()
  @Min(1)
  @Max(365)
  offlineDays: number = 30;

  /** How long a signing key signs before another takes its place. */
  @IsInt()
  @Min(1)
  @Max(365)
  signingKeyDays: number = 30;

  /** How long a new signing key is published before it signs: longer than anybody keeps a copy of the key set. */
  @IsInt()
  @Min(1)
  @Max(86_400)
  signingKeyLeadSeconds: number = 900;

  /** Whom identity's own mail is from: an address, or `Name <address>`. */
  @IsString()
  @DevelopmentDefault('Service <no-reply@service.test>')
  @FromVariable('IDENTITY_MAIL_FROM')
  mailFrom: string;

  get issuer(): string {
    return this.configuredIssuer ?? this.publicUrl ?? `http://${this.host}:${this.port}`;
  }
}

/** What the seed command reads: the passwords and the key come from outside, so that they stay the same. */
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
