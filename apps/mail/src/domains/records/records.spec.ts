import { describe, expect, it } from 'vitest';
import type { RecordStatus } from '#libs/messaging/domains';
import { judgeAlias, judgeMx, judgeService } from './host-record.js';
import { judgeMtaSts, judgeTlsReports } from './tls-records.js';

describe('MX records', () => {
  it.each<[RecordStatus, string[]]>([
    ['found', ['10 mx.service.test']],
    ['found', ['20 backup.example', '5 mx.service.test']],
    ['found', ['5 other.example', '5 mx.service.test']],
    ['mismatch', ['5 other.example', '10 mx.service.test']],
    ['mismatch', ['10 other.example']],
    ['mismatch', ['0 .']],
    ['missing', []],
  ])('%s: %j', (status, values) => {
    expect(judgeMx(values, 'mx.service.test')).toBe(status);
  });
});

describe('an alias', () => {
  it.each<[RecordStatus, string[]]>([
    ['found', ['mail.service.test']],
    ['mismatch', ['evil-mail.service.test']],
    ['missing', []],
  ])('%s: %j', (status, values) => {
    expect(judgeAlias(values, 'mail.service.test')).toBe(status);
  });
});

describe('a service', () => {
  it.each<[RecordStatus, string[]]>([
    ['found', ['0 1 587 mx.service.test']],
    ['found', ['10 1 587 other.example', '20 5 587 mx.service.test']],
    ['mismatch', ['0 1 1587 mx.service.test']],
    ['mismatch', ['0 1 25 mx.service.test']],
    ['mismatch', ['0 0 0 .']],
    ['missing', []],
  ])('%s: %j', (status, values) => {
    expect(judgeService(values, 587, 'mx.service.test')).toBe(status);
  });

  it('that does not exist is at no host', () => {
    expect(judgeService(['0 0 0 .'], 0, '.')).toBe('found');
    expect(judgeService(['0 1 993 imap.example'], 0, '.')).toBe('mismatch');
  });
});

describe('a record of MTA-STS', () => {
  it.each<[RecordStatus, string[]]>([
    ['found', ['v=STSv1; id=0123abcd;']],
    ['found', ['other', 'v = STSv1;id=0123abcd']],
    ['mismatch', ['v=STSv1; id=older']],
    ['mismatch', ['v=STSv1; id=0123abcd', 'v=STSv1; id=0123abcd']],
    ['missing', ['v=STSv10; id=0123abcd']],
    ['missing', []],
  ])('%s: %j', (status, texts) => {
    expect(judgeMtaSts(texts, '0123abcd')).toBe(status);
  });
});

describe('a record of TLS reports', () => {
  it.each<[RecordStatus, string[]]>([
    ['found', ['v=TLSRPTv1; rua=mailto:tls-reports@example.test']],
    ['found', ['v=TLSRPTv1;rua=https://other.example/reports,mailto:x@y.example']],
    ['mismatch', ['v=TLSRPTv1;']],
    ['mismatch', ['v=TLSRPTv1; rua=mailto:a@b.example', 'v=TLSRPTv1; rua=mailto:a@b.example']],
    ['missing', ['v=spf1 -all']],
    ['missing', []],
  ])('%s: %j', (status, texts) => {
    expect(judgeTlsReports(texts)).toBe(status);
  });
});
