import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { DmarcSource, DmarcSummary, ReportSummary, TlsReporter, TlsSummary } from './report-summary.js';
import { daysOf, type Period } from './report.requests.js';
import { TLS_FAILURE_TYPES } from './report-values.js';

const COUNT = { type: 'integer' } as const;

@GraphqlObject('MailReportVerdict')
export class ReportVerdictObject {
  @ApiProperty(COUNT)
  passed: number;

  @ApiProperty(COUNT)
  failed: number;
}

@GraphqlObject('MailReportDisposition', 'What receivers did with messages.')
export class ReportDispositionObject {
  @ApiProperty({ ...COUNT, description: 'Delivered as usual.' })
  none: number;

  @ApiProperty({ ...COUNT, description: 'Treated as suspicious.' })
  quarantine: number;

  @ApiProperty(COUNT)
  reject: number;
}

@GraphqlObject('DmarcSource', 'What was seen of mail from one address.')
export class DmarcSourceObject {
  @ApiProperty({ example: '192.0.2.1' })
  ip: string;

  @ApiProperty(COUNT)
  messages: number;

  @ApiProperty({ type: ReportVerdictObject, description: 'A message passes by SPF or DKIM, for the domain in From.' })
  dmarc: ReportVerdictObject;

  @ApiProperty({ type: ReportVerdictObject })
  spf: ReportVerdictObject;

  @ApiProperty({ type: ReportVerdictObject })
  dkim: ReportVerdictObject;

  @ApiProperty({ type: ReportDispositionObject, description: 'What the receivers did.' })
  disposition: ReportDispositionObject;

  static of({ ip, messages, passed, spfPassed, dkimPassed, none, quarantine, reject }: DmarcSource): DmarcSourceObject {
    return {
      ip,
      messages,
      dmarc: verdict(passed, messages),
      spf: verdict(spfPassed, messages),
      dkim: verdict(dkimPassed, messages),
      disposition: { none, quarantine, reject },
    };
  }
}

@GraphqlObject('DmarcSummary', 'What receivers saw of mail from a domain.')
export class DmarcSummaryObject {
  @ApiProperty(COUNT)
  reports: number;

  @ApiProperty(COUNT)
  messages: number;

  @ApiProperty(COUNT)
  passed: number;

  @ApiProperty(COUNT)
  failed: number;

  @ApiProperty({ ...COUNT, description: 'How many sources there are; the list has the first 500.' })
  sources_total: number;

  @ApiProperty({ type: [DmarcSourceObject], description: 'Most messages first.' })
  sources: DmarcSourceObject[];

  static of({ reports, messagesTotal, passedTotal, sourcesTotal, sources }: DmarcSummary): DmarcSummaryObject {
    return {
      reports,
      messages: messagesTotal,
      ...verdict(passedTotal, messagesTotal),
      sources_total: sourcesTotal,
      sources: sources.map((source) => DmarcSourceObject.of(source)),
    };
  }
}

@GraphqlObject('TlsFailure')
export class TlsFailureObject {
  @ApiProperty({ type: String, enum: TLS_FAILURE_TYPES })
  type: string;

  @ApiProperty(COUNT)
  sessions: number;
}

@GraphqlObject('TlsReporter', 'What one sender reports.')
export class TlsReporterObject {
  @ApiProperty({ example: 'Example Mail', description: 'As it names itself.' })
  reporter: string;

  @ApiProperty(COUNT)
  reports: number;

  @ApiProperty({ ...COUNT, description: 'Sessions.' })
  successful: number;

  @ApiProperty({ ...COUNT, description: 'Sessions.' })
  failed: number;

  @ApiProperty({ type: [TlsFailureObject], description: 'Most sessions first.' })
  failures: TlsFailureObject[];

  static of({ reporter, reports, successful, failed, failures }: TlsReporter): TlsReporterObject {
    return { reporter, reports, successful, failed, failures };
  }
}

@GraphqlObject('TlsSummary', 'How connections to a domain went.')
export class TlsSummaryObject {
  @ApiProperty(COUNT)
  reports: number;

  @ApiProperty({ ...COUNT, description: 'Sessions.' })
  successful: number;

  @ApiProperty({ ...COUNT, description: 'Sessions.' })
  failed: number;

  @ApiProperty({ ...COUNT, description: 'How many reporters there are; the list has the first 200.' })
  reporters_total: number;

  @ApiProperty({ type: [TlsReporterObject], description: 'Most failed sessions first.' })
  reporters: TlsReporterObject[];

  static of({ reports, successfulTotal, failedTotal, reportersTotal, reporters }: TlsSummary): TlsSummaryObject {
    return {
      reports,
      successful: successfulTotal,
      failed: failedTotal,
      reporters_total: reportersTotal,
      reporters: reporters.map((reporter) => TlsReporterObject.of(reporter)),
    };
  }
}

@GraphqlObject('MailDomainReports', 'What others report about a domain.')
export class DomainReportsResponse {
  @ApiProperty({ format: 'date' })
  de: string;

  @ApiProperty({ format: 'date' })
  ate: string;

  @ApiProperty({ type: DmarcSummaryObject })
  dmarc: DmarcSummaryObject;

  @ApiProperty({ type: TlsSummaryObject })
  tls: TlsSummaryObject;

  static of(period: Period, { dmarc, tls }: ReportSummary): DomainReportsResponse {
    return { ...daysOf(period), dmarc: DmarcSummaryObject.of(dmarc), tls: TlsSummaryObject.of(tls) };
  }
}

const verdict = (passed: number, all: number): ReportVerdictObject => ({ passed, failed: all - passed });
