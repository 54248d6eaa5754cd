import { Injectable } from '@nestjs/common';
import { RecordLookup } from '#libs/core/networks';
import { Problem } from '#libs/core/http';
import type { ExpectedRecord } from './records/expected-record.js';
import type { RecordChecks, RecordStatus } from './records/record-status.js';

/** State of an expected record in DNS. */
export interface Finding {
  status: RecordStatus;
  /** The values of that type at its name; null when DNS did not answer. */
  published: readonly string[] | null;
}

/** Compares the records of a domain in DNS with the expected ones. */
@Injectable()
export class DomainChecker {
  constructor(private readonly dns: RecordLookup) {}

  /** Checks each record. @throws Problem ServiceUnavailable when DNS does not answer about a required one */
  async check(records: readonly ExpectedRecord[]): Promise<RecordChecks> {
    return checksOf(await this.answered(records));
  }

  /** The same with what is published. */
  async answered(records: readonly ExpectedRecord[]): Promise<ReadonlyMap<string, Finding>> {
    const findings = await this.find(records);
    if (records.some(({ required, id }) => required && !findings.get(id)?.published)) throw unanswered();
    return findings;
  }

  /** Looks up each record; findings by the record's id. `unchecked` are those about which DNS does not answer. */
  async find(records: readonly ExpectedRecord[]): Promise<ReadonlyMap<string, Finding>> {
    const answers = await this.dns.lookUp(records);
    return new Map(records.map((record) => [record.id, judged(record, answers.of(record))]));
  }
}

/** The statuses alone, as a domain keeps them. */
export function checksOf(findings: ReadonlyMap<string, Finding>): RecordChecks {
  return Object.fromEntries([...findings].map(([id, { status }]) => [id, status]));
}

function judged(record: ExpectedRecord, published: readonly string[] | undefined): Finding {
  return published ? { status: record.judge(published), published } : { status: 'unchecked', published: null };
}

function unanswered(): Problem {
  return new Problem('ServiceUnavailable', {
    message: "The domain's name servers did not answer. Nothing was changed; try again.",
  });
}
