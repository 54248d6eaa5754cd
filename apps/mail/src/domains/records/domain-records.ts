import { Injectable } from '@nestjs/common';
import {
  dkimExpected,
  dmarcExpected,
  type Finding,
  optional,
  ownershipExpected,
  type RecordStatus,
  spfExpected,
} from '#libs/messaging/domains';
import { MailConfig } from '../../config.js';
import type { DomainDetail, DomainRecord, ExpectedMailRecord, KeyedMailDomain } from '../mail-domain.js';
import { MtaStsPolicy } from './mta-sts-policy.js';
import { judgeAlias, judgeMx, judgeService } from './host-record.js';
import { judgeMtaSts, judgeTlsReports } from './tls-records.js';
import { DMARC_REPORTS, TLS_REPORTS } from './report-addresses.js';

/** DNS records to publish for the domains of this installation. */
@Injectable()
export class DomainRecords {
  private readonly policy: MtaStsPolicy;

  constructor(private readonly config: MailConfig) {
    this.policy = new MtaStsPolicy(config.mtaStsMode, config.mailHost);
  }

  expected(domain: KeyedMailDomain): ExpectedMailRecord[] {
    const { name, keys } = domain;
    return [
      ownershipExpected(domain),
      this.mx(name),
      spfExpected(name, this.config.spfInclude ? `include:${this.config.spfInclude}` : 'mx'),
      ...keys.map((key) => dkimExpected(name, key)),
      dmarcExpected(name, `rua=mailto:${DMARC_REPORTS}@${name}`),
      this.mtaSts(name),
      this.alias('mta-sts-host', `mta-sts.${name}`),
      tlsReports(name),
      this.alias('autoconfig', `autoconfig.${name}`),
      this.alias('autodiscover', `autodiscover.${name}`),
      service('autodiscover-service', `_autodiscover._tcp.${name}`, 443, this.config.mailWebHost),
      service(
        'submission-service',
        `_submission._tcp.${name}`,
        this.config.submissionPublicPort,
        this.config.submissionServer,
      ),
      // RFC 6186, 3.4: a dot says that there is no such service.
      service('imap-service', `_imaps._tcp.${name}`, 0, '.'),
    ];
  }

  /** The domain with what the last check found of its records. */
  describe(domain: KeyedMailDomain): DomainDetail {
    const { recordChecks } = domain;
    const records = this.expected(domain).map((record) => shown(record, recordChecks[record.id] ?? 'unchecked'));
    return { domain, records };
  }

  /** The domain with what is published now. */
  describeFindings(domain: KeyedMailDomain, findings: ReadonlyMap<string, Finding>): DomainDetail {
    const records = this.expected(domain).map((record): DomainRecord => {
      const { status, published } = findings.get(record.id) ?? { status: 'unchecked' as const, published: null };
      return { ...shown(record, status), published };
    });
    return { domain, records };
  }

  private mx(domain: string): ExpectedMailRecord {
    const { mailHost } = this.config;
    return {
      ...optional('mx', 'MX', domain, `10 ${mailHost}`),
      judge: (values) => judgeMx(values, mailHost),
    };
  }

  private mtaSts(domain: string): ExpectedMailRecord {
    const { id } = this.policy;
    return {
      ...optional('mta-sts', 'TXT', `_mta-sts.${domain}`, `v=STSv1; id=${id};`),
      judge: (texts) => judgeMtaSts(texts, id),
    };
  }

  private alias(purpose: 'autoconfig' | 'autodiscover' | 'mta-sts-host', name: string): ExpectedMailRecord {
    const { mailWebHost } = this.config;
    return {
      ...optional(purpose, 'CNAME', name, mailWebHost),
      judge: (values) => judgeAlias(values, mailWebHost),
    };
  }
}

function tlsReports(domain: string): ExpectedMailRecord {
  return {
    ...optional('tls-rpt', 'TXT', `_smtp._tls.${domain}`, `v=TLSRPTv1; rua=mailto:${TLS_REPORTS}@${domain}`),
    judge: judgeTlsReports,
  };
}

function service(
  purpose: 'autodiscover-service' | 'imap-service' | 'submission-service',
  name: string,
  port: number,
  host: string,
): ExpectedMailRecord {
  return {
    ...optional(purpose, 'SRV', name, `0 ${port === 0 ? 0 : 1} ${port} ${host}`),
    judge: (values) => judgeService(values, port, host),
  };
}

function shown(record: ExpectedMailRecord, status: RecordStatus): DomainRecord {
  const { id: _, judge: __, ...rest } = record;
  return { ...rest, status };
}
