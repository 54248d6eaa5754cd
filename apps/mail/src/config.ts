import { IsIn, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';
import {
  AntivirusConfig,
  AuthConfig,
  ChosenInProduction,
  configOf,
  DevelopmentDefault,
  RspamdConfig,
  SandboxSmtpConfig,
  ServiceConfig,
  SmtpConfig,
  StorageConfig,
} from '#libs/core/config';
import { MTA_STS_MODES, type MtaStsMode } from './domains/records/mta-sts-policy.js';

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Variables of Mail. */
export class MailConfig extends configOf(
  ServiceConfig,
  AntivirusConfig,
  AuthConfig,
  RspamdConfig,
  SmtpConfig,
  SandboxSmtpConfig,
  StorageConfig,
) {
  /** Address of Platform, which is told of verified domains, and asked about plans. */
  @IsUrl(HTTP_URL)
  @DevelopmentDefault('http://127.0.0.1:3000')
  platformUrl: string;

  /** `host:port` of the DNS server that is asked about domains; the system's if absent. */
  @IsOptional()
  @Matches(/^[^\s:]+:\d+$/)
  dnsServer?: string;

  /** Port of the SMTP listener that receives mail (0 lets the system choose); no mail is received if absent. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(65_535)
  inboundPort?: number;

  /**
   * `host:port` of Platform's SMTP listener, which takes mail for domains that it receives for; without it there is no such mail. It trusts
   * this app to name the client (its `BOUNCE_TRUSTED_PEERS`).
   */
  @IsOptional()
  @Matches(/^[^\s:]+:\d{1,5}$/)
  platformInbound?: string;

  /** Address of the SMTP listener; that of HTTP if absent. */
  @IsOptional()
  @IsString()
  inboundHost?: string;

  /** Maximum size of a received message (bytes). */
  @IsInt()
  @Min(1_048_576)
  @Max(268_435_456)
  inboundMaxBytes: number = 52_428_800;

  /**
   * Comma-separated domains whose seal (ARC) is believed: mail of an author with DMARC `reject` that they passed on is spam, not quarantine. Large
   * providers that check what they forward.
   */
  @IsString()
  trustedArcSealers: string = 'google.com,microsoft.com';

  /** Recipients to whom the mailboxes of an account may forward mail in a day (UTC); beyond it mail stays where it is. */
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  forwardsPerDay: number = 10_000;

  /** Recipients that one client may name in a minute; a client is an IPv4 address or an IPv6 /64. */
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  inboundRecipientsPerMinute: number = 30_000;

  /** Bytes that one client may send in a minute. */
  @IsInt()
  @Min(1_048_576)
  inboundBytesPerMinute: number = 1_073_741_824;

  /** File with the certificate chain for STARTTLS (PEM); without it and its key mail is received unencrypted. */
  @IsOptional()
  @IsString()
  inboundTlsCertFile?: string;

  /** File with its private key (PEM). */
  @IsOptional()
  @IsString()
  inboundTlsKeyFile?: string;

  /** Port of the SMTP listener for mail programs (0 lets the system choose); no listener if absent. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(65_535)
  submissionPort?: number;

  /** Address of the SMTP listener for mail programs; that of HTTP if absent. */
  @IsOptional()
  @IsString()
  submissionHost?: string;

  /** Name of the SMTP server that mail programs are told to use; MAIL_HOST if absent. */
  @IsOptional()
  @Matches(HOST_NAME)
  submissionName?: string;

  /** Maximum size of a message from a mail program (bytes). */
  @IsInt()
  @Min(1_048_576)
  @Max(67_108_864)
  submissionMaxBytes: number = 36_700_160;

  /** File with the certificate chain (PEM) for mail programs; in production there is no listener for them without it. */
  @IsOptional()
  @IsString()
  submissionTlsCertFile?: string;

  /** File with its private key (PEM). */
  @IsOptional()
  @IsString()
  submissionTlsKeyFile?: string;

  /** Name of the server that receives mail, which the MX records of all domains name. Its certificate has this name. */
  @Matches(HOST_NAME)
  @ChosenInProduction('mx.demo.test')
  mailHost: string;

  /** Name of the host on which this API answers to mail programs: what autoconfig, autodiscover and mta-sts are aliases of. */
  @Matches(HOST_NAME)
  @ChosenInProduction('mail.demo.test')
  mailWebHost: string;

  /** The port at which mail programs submit mail with STARTTLS, as they are told. */
  @IsInt()
  @Min(1)
  @Max(65_535)
  submissionPublicPort: number = 587;

  /** Address of the webmail, as mail programs are told. */
  @IsUrl(HTTP_URL)
  @ChosenInProduction('http://127.0.0.1:3006')
  webmailUrl: string;

  /** Name whose SPF record lists the servers that send; without it domains are told to name their MX. */
  @IsOptional()
  @Matches(HOST_NAME)
  spfInclude?: string;

  /** Mode of the MTA-STS policy for MAIL_HOST: `enforce` once senders trust its certificate. */
  @IsIn([...MTA_STS_MODES])
  mtaStsMode: MtaStsMode = 'testing';

  /** Address of this API in links, without a slash at its end. */
  get linksUrl(): string {
    return this.publicUrl?.replace(/\/+$/, '') ?? `http://${this.host}:${this.port}`;
  }

  /** Name of the SMTP server that mail programs are told to use. */
  get submissionServer(): string {
    return this.submissionName ?? this.mailHost;
  }
}
