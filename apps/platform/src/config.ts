import { IsBoolean, IsEmail, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min, ValidateIf } from 'class-validator';
import {
  AuthConfig,
  configOf,
  Secret,
  ServiceConfig,
  SandboxSmtpConfig,
  SmtpConfig,
  StorageConfig,
} from '#libs/core/config';
import { InboundConfig } from './inbound/inbound-config.js';
import { PushConfig } from './push/push-config.js';

const HTTP_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Variables of the platform. */
export class PlatformConfig extends configOf(
  ServiceConfig,
  AuthConfig,
  SmtpConfig,
  SandboxSmtpConfig,
  StorageConfig,
  InboundConfig,
  PushConfig,
) {
  override databasePoolSize: number = 12;

  /**
   * The SMS carrier: `smpp://` or `smpps://` with `systemId:password@`, or the `https://` address of an API like
   * Twilio's with `accountSid:authToken@`. Without it only test keys send, into the sandbox.
   */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['smpp', 'smpps', 'http', 'https'] })
  @Secret()
  smsUrl?: string;

  /** Sender of SMS that name none, of tenants without a default sender. */
  @IsOptional()
  @IsString()
  smsFrom?: string;

  /** Comma-separated countries (ISO 3166-1 alpha-2) that SMS go to, whatever the lists of tenants; all if absent. */
  @IsOptional()
  @Matches(/^[A-Z]{2}(?:,[A-Z]{2})*$/)
  smsCountries?: string;

  /** Codes that confirm senders of texts, for all accounts together on one day: the installation's carrier texts them before anything is proved. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  smsCodesPerDay: number = 200;

  /** Domain of the return path of every e-mail; its MX is this app's SMTP listener for reports. Without it there are no reports. */
  @IsOptional()
  @Matches(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/)
  returnPathDomain?: string;

  /**
   * Whether relays that can (RFC 3461) are asked to report deliveries, which makes `delivered` true: a report for each e-mail.
   * Only with a domain for the return path.
   */
  @IsBoolean()
  requestDeliveryReports: boolean = true;

  /** Port of the SMTP listener for bounces and complaints (0 lets the system choose); no listener if absent. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(65_535)
  bouncePort?: number;

  /** Address of the SMTP listener; that of HTTP if absent. */
  @IsOptional()
  @IsString()
  bounceHost?: string;

  /**
   * Comma-separated addresses and networks of servers that hand in mail for others, and are believed which client it is from (XCLIENT): those
   * of Mail. If empty, no connection is.
   */
  @Matches(/^(?:[0-9A-Fa-f.:]+(?:\/\d{1,3})?(?:,|$))*$/)
  bounceTrustedPeers: string = '';

  /**
   * The address for feedback loops of mail services, whose mail comes to the listener for bounces: a complaint there counts if it
   * quotes the return path or the CFBL-Feedback-ID of the e-mail. E-mails name it once its domain has a key (docs/feedback.md).
   */
  @IsOptional()
  @IsEmail()
  fblAddress?: string;

  /** Maximum size of a report (bytes). */
  @IsInt()
  @Min(10_000)
  @Max(50_000_000)
  bounceMaxBytes: number = 1_048_576;

  /** Reports that one client, such as the relay, may send to the listener in a minute; a client is an IPv4 address or an IPv6 /64. */
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  bounceRecipientsPerMinute: number = 120_000;

  /** Bytes of reports that one client may send in a minute. */
  @IsInt()
  @Min(1_048_576)
  bounceBytesPerMinute: number = 52_428_800;

  /** Port of the SMTP listener that sends with API keys, over STARTTLS: usually 587 (0 lets the system choose); no listener if absent. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(65_535)
  sendingSmtpPort?: number;

  /** Port of the SMTP listener that sends with API keys, over TLS from the beginning: usually 465; no listener if absent. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(65_535)
  sendingSmtpsPort?: number;

  /** Address of both listeners that send; that of HTTP if absent. */
  @IsOptional()
  @IsString()
  sendingSmtpHost?: string;

  /** Name of the server in its greeting, for which the certificate is. */
  @IsString()
  sendingSmtpName: string = 'localhost';

  /** Maximum size of a message that comes by SMTP to be sent (bytes). */
  @IsInt()
  @Min(10_000)
  @Max(37_748_736)
  sendingSmtpMaxBytes: number = 37_748_736;

  /** Bytes of messages that one client may send by SMTP in a minute; a client is an IPv4 address or an IPv6 /64. */
  @IsInt()
  @Min(1_048_576)
  sendingSmtpBytesPerMinute: number = 314_572_800;

  /** Connections that one client may have to a listener that sends. */
  @IsInt()
  @Min(1)
  @Max(2_000)
  sendingSmtpConnections: number = 50;

  /** File with the certificate of the listeners that send, and those that lead to its root (PEM). */
  @IsOptional()
  @IsString()
  sendingSmtpTlsCertFile?: string;

  /** File with the key of the certificate (PEM). */
  @IsOptional()
  @IsString()
  sendingSmtpTlsKeyFile?: string;

  /** `host:port` of the DNS server that resolves names from users; the system's if absent. */
  @IsOptional()
  @Matches(/^[^\s:]+:\d+$/)
  dnsServer?: string;

  /** Name whose SPF record lists the sending servers; customers include it in theirs. */
  @IsOptional()
  @Matches(/^(?:[a-z0-9_-]+\.)+[a-z0-9-]+$/)
  spfInclude?: string;

  /** Address of Mail, which is told of verified domains and gives its part of a tenant's export; none if absent. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  mailUrl?: string;

  /** Address of Pages, which is told how mail about leads went and gives its part of a tenant's export; none if absent. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  pagesUrl?: string;

  /** Address of the CRM, which is told of recipients that leave and gives its part of a tenant's export; without it an export says that it has none. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  crmUrl?: string;

  /** Comma-separated `host:port` or CIDR inside the network that webhooks may call. */
  @IsString()
  outboundAllow: string = '';

  /**
   * Comma-separated hosts of the push services whose subscriptions a visitor's browser may register; `*.` before a name
   * stands for any subdomain.
   */
  @IsString()
  pushServices: string =
    'fcm.googleapis.com,jmt17.google.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com';

  /**
   * Threads of a process that fill in templates; one of them is always left to tenants whose templates are cheap. They
   * start when they are first needed.
   */
  @IsInt()
  @Min(2)
  @Max(64)
  templateThreads: number = 2;

  /** Calls of /api/auth a minute from one address. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  authCallsPerMinute: number = 1_000;

  /** Push registrations a minute from one address; each browser registers once a day. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  siteCallsPerMinute: number = 120;

  /** Requests of links in mail a minute from one address that need the database: unsubscribing, and forged links. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  visitorCallsPerMinute: number = 3_000;

  /** Calls with an invalid credential a minute from one address. */
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  failedCallsPerMinute: number = 3_000;

  /** Comma-separated addresses of operators who get platform alerts, and mail to `postmaster@` and `abuse@` of the return path. If empty, no alerts are sent, and such mail goes to the users who are operators. */
  @IsString()
  alertEmails: string = '';

  /** Sender of these e-mails; without it no alerts are sent, and mail is passed on from `postmaster@` of the return path. */
  @IsOptional()
  @IsEmail()
  alertSender?: string;

  /**
   * Sender of the mails that ask members of lists with double opt-in for a confirmation, for accounts without a verified
   * domain; without it in production such accounts cannot switch double opt-in on.
   */
  @IsOptional()
  @IsEmail()
  confirmationSender?: string;

  /**
   * File with parts of user agents, one a line, whose opens and clicks are those of programs (with `!` before it: of readers);
   * read again each minute.
   */
  @IsOptional()
  @IsString()
  trackingClientsFile?: string;

  /** Days of failures, without one success, after which a webhook is switched off. */
  @IsInt()
  @Min(1)
  @Max(365)
  webhookDisableAfter: number = 5;

  /** Days after which a month of messages and their data is deleted; 0 keeps them. */
  @ValidateIf(({ keepMessagesDays }: PlatformConfig) => keepMessagesDays !== 0)
  @IsInt()
  @Min(35)
  @Max(36_500)
  keepMessagesDays: number = 0;

  /** Days after which a month of webhook deliveries and their attempts is deleted; 0 keeps them. */
  @ValidateIf(({ keepWebhookDeliveriesDays }: PlatformConfig) => keepWebhookDeliveriesDays !== 0)
  @IsInt()
  @Min(35)
  @Max(36_500)
  keepWebhookDeliveriesDays: number = 0;

  /** Name of the server that receives mail. */
  get receivingHost(): string {
    return this.inboundMxHost ?? this.returnPathDomain ?? 'localhost';
  }

  /** Address by which calls reach this app, without a slash at its end. */
  get callsUrl(): string {
    return (this.publicUrl ?? `http://${this.host}:${this.port}`).replace(/\/+$/, '');
  }
}
