import { isIP } from 'node:net';
import { InvalidReport } from './invalid-report.js';
import { boundJson } from './json-bounds.js';
import { REPORT_LIMITS, type ReportLimits } from './limits.js';
import type { TlsFailure, TlsPolicyResult, TlsReport } from './tls.js';
import { unpack } from './unpack.js';
import { clean, countOf, word } from './values.js';

/** JSON grows when it is read into objects, so reports of TLS are shorter. */
const JSON_BYTES_MAX = 16 * 1024 * 1024;
const MX_HOSTS_MAX = 100;

/** Reads a report of TLS-RPT as it came: JSON, or JSON by gzip. @throws InvalidReport */
export async function parseTlsReport(packed: Buffer, limits: Partial<ReportLimits> = {}): Promise<TlsReport> {
  const all = { ...REPORT_LIMITS, bytes: JSON_BYTES_MAX, ...limits };
  const root = objectOf(readJson(await unpack(packed, /\.json$/i, all)));
  const range = objectOf(root['date-range']);
  const [begin, end] = [dateOf(range['start-datetime']), dateOf(range['end-datetime'])];
  const reportId = textOf(root['report-id']);
  if (!reportId || end < begin) throw new InvalidReport('The report has no id, or ends before it begins');
  const policies = listOf(root['policies']);
  const rows = policies.reduce<number>(
    (sum, policy) => sum + 1 + listOf(objectOf(policy)['failure-details']).length,
    0,
  );
  if (rows > all.rows) throw new InvalidReport('The report has too many rows');
  return {
    organisation: textOf(root['organization-name']),
    contact: textOf(root['contact-info']),
    reportId,
    begin,
    end,
    policies: policies.map((policy) => policyOf(objectOf(policy))),
  };
}

type Json = Record<string, unknown>;

function readJson(text: string): unknown {
  boundJson(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidReport('The report is no JSON', error);
  }
}

function policyOf(value: Json): TlsPolicyResult {
  const policy = objectOf(value['policy']);
  const summary = objectOf(value['summary']);
  const domain = word(textOf(policy['policy-domain'])).replace(/\.$/, '');
  if (!domain) throw new InvalidReport('A policy of the report has no domain');
  const hosts = policy['mx-host'];
  return {
    type: word(textOf(policy['policy-type'])),
    domain,
    // One host is a text in reports of some senders.
    mxHosts: (typeof hosts === 'string' ? [hosts] : listOf(hosts))
      .slice(0, MX_HOSTS_MAX)
      .map((host) => word(textOf(host))),
    successful: countOf(summary['total-successful-session-count'] ?? 0),
    failed: countOf(summary['total-failure-session-count'] ?? 0),
    failures: listOf(value['failure-details']).map((failure) => failureOf(objectOf(failure))),
  };
}

function failureOf(value: Json): TlsFailure {
  return {
    type: word(textOf(value['result-type'])) || 'validation-failure',
    sendingIp: ipOf(value['sending-mta-ip']),
    receivingIp: ipOf(value['receiving-ip']),
    receivingMx: word(textOf(value['receiving-mx-hostname'])) || null,
    sessions: countOf(value['failed-session-count'] ?? 0),
    reasonCode: textOf(value['failure-reason-code']) || null,
  };
}

function objectOf(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidReport('The JSON is no report of TLS');
  }
  return value as Json;
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new InvalidReport('The JSON is no report of TLS');
  return value;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? clean(value) : '');

/** Some senders write names here. */
function ipOf(value: unknown): string | null {
  const text = textOf(value);
  return isIP(text) ? text.toLowerCase() : null;
}

function dateOf(value: unknown): Date {
  const text = textOf(value);
  const date = new Date(/^\d{4}-\d{2}-\d{2}T/.test(text) ? text : Number.NaN);
  if (Number.isNaN(date.getTime())) throw new InvalidReport('A time of the report is no time');
  return date;
}
