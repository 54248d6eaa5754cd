import { Injectable } from '@nestjs/common';
import { TxtLookup, type TxtAnswers } from '#libs/dns';
import { Problem } from '#libs/http';
import { PlatformConfig } from '../config.js';
import type { KeyedDomain, RecordChecks } from './domain.js';
import { expectedRecords, type ExpectedRecord } from './records/expected-records.js';

/** Compares a domain's records in DNS with the expected ones. */
@Injectable()
export class DomainChecker {
  constructor(
    private readonly txt: TxtLookup,
    private readonly config: PlatformConfig,
  ) {}

  /** What is found of each record. @throws Problem ServiceUnavailable when DNS does not answer about a required one */
  async check(domain: KeyedDomain): Promise<RecordChecks> {
    const records = expectedRecords(domain, this.config.spfInclude);
    const answers = await this.txt.lookUp(records.map(({ name }) => name));
    if (records.some(({ required, name }) => required && !answers.get(name))) throw unanswered();
    return Object.fromEntries(records.map((record) => [record.id, judge(record, answers)]));
  }
}

function judge(record: ExpectedRecord, answers: TxtAnswers) {
  const texts = answers.get(record.name);
  return texts ? record.judge(texts) : 'unchecked';
}

function unanswered(): Problem {
  return new Problem('ServiceUnavailable', {
    message: "The domain's name servers did not answer. Nothing was changed; try again.",
  });
}
