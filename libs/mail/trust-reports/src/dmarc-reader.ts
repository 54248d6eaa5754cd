import type { DmarcAuthResult, DmarcRecord, DmarcReport } from './dmarc.js';
import { InvalidReport } from './invalid-report.js';
import { addressOf, clean, countOf, timeOf, word } from './values.js';
import type { XmlReader } from './xml.js';

const LISTED_MAX = 100;

type Fields = Map<string, string>;

/** Collects a report from its elements. */
export class DmarcReader implements XmlReader {
  private readonly fields: Fields = new Map();
  private readonly errors: string[] = [];
  private readonly records: DmarcRecord[] = [];
  private record: Fields = new Map();
  private overrides: DmarcRecord['overrides'] = [];
  private dkimResults: DmarcAuthResult[] = [];
  private spfResults: DmarcAuthResult[] = [];
  /** Fields of the open element, if it may come more than once. */
  private item: Fields = new Map();
  private isFeedback = false;

  constructor(private readonly maxRecords: number) {}

  open(path: string): void {
    if (path === 'feedback') this.isFeedback = true;
    if (path === 'feedback/record') {
      if (this.records.length >= this.maxRecords) throw new InvalidReport('The report has too many rows');
      [this.record, this.overrides, this.dkimResults, this.spfResults] = [new Map(), [], [], []];
    }
    if (ITEMS.has(path)) this.item = new Map();
  }

  close(path: string, text: string): void {
    const [kind = '', name = ''] = split(path);
    if (ITEMS.has(kind)) this.item.set(name, text);
    else if (path === 'feedback/record/row/policy_evaluated/reason') {
      push(this.overrides, { type: word(this.item.get('type') ?? ''), comment: clean(this.item.get('comment') ?? '') });
    } else if (path === 'feedback/record/auth_results/dkim') push(this.dkimResults, resultOf(this.item));
    else if (path === 'feedback/record/auth_results/spf') push(this.spfResults, resultOf(this.item));
    else if (path === 'feedback/record') this.records.push(this.recordOf(this.record));
    else if (path === 'feedback/report_metadata/error') push(this.errors, clean(text));
    else if (path.startsWith('feedback/record/')) this.record.set(path.slice('feedback/record/'.length), text);
    else if (path.startsWith('feedback/')) this.fields.set(path.slice('feedback/'.length), text);
  }

  /** @throws InvalidReport if something is missing that every report has */
  report(): DmarcReport {
    if (!this.isFeedback) throw new InvalidReport('The XML is no report of DMARC');
    const of = (name: string) => this.fields.get(name) ?? '';
    const published = (name: string) => word(of(`policy_published/${name}`));
    const domain = published('domain').replace(/\.$/, '');
    const reportId = clean(of('report_metadata/report_id'));
    if (!domain || !reportId) throw new InvalidReport('The report names no domain, or has no id');
    const [begin, end] = ['begin', 'end'].map((name) => timeOf(of(`report_metadata/date_range/${name}`))) as [
      Date,
      Date,
    ];
    if (end < begin) throw new InvalidReport('The report ends before it begins');
    const pct = published('pct');
    return {
      organisation: clean(of('report_metadata/org_name')),
      email: clean(of('report_metadata/email')),
      reportId,
      begin,
      end,
      errors: this.errors,
      domain,
      policy: {
        p: published('p') || 'none',
        sp: published('sp') || null,
        np: published('np') || null,
        adkim: published('adkim') || 'r',
        aspf: published('aspf') || 'r',
        pct: pct ? Math.min(100, countOf(pct)) : null,
        fo: published('fo') || null,
        isTesting: published('testing') === 'y',
      },
      records: this.records,
    };
  }

  private recordOf(fields: Fields): DmarcRecord {
    const of = (name: string) => word(fields.get(name) ?? '');
    return {
      sourceIp: addressOf(of('row/source_ip')),
      count: countOf(of('row/count')),
      disposition: of('row/policy_evaluated/disposition') || 'none',
      dkim: of('row/policy_evaluated/dkim') || 'fail',
      spf: of('row/policy_evaluated/spf') || 'fail',
      overrides: this.overrides,
      // Some receivers write "identities", as a draft of the form did.
      headerFrom: of('identifiers/header_from') || of('identities/header_from'),
      envelopeFrom: of('identifiers/envelope_from') || null,
      envelopeTo: of('identifiers/envelope_to') || null,
      dkimResults: this.dkimResults,
      spfResults: this.spfResults,
    };
  }
}

const ITEMS = new Set([
  'feedback/record/row/policy_evaluated/reason',
  'feedback/record/auth_results/dkim',
  'feedback/record/auth_results/spf',
]);

function split(path: string): [string, string] {
  const at = path.lastIndexOf('/');
  return [path.slice(0, at), path.slice(at + 1)];
}

/** Further ones are left out. */
function push<T>(list: T[], item: T): void {
  if (list.length < LISTED_MAX) list.push(item);
}

function resultOf(fields: Fields): DmarcAuthResult {
  const [selector, scope] = [fields.get('selector'), fields.get('scope')].map((text) => word(text ?? ''));
  return {
    domain: word(fields.get('domain') ?? ''),
    result: word(fields.get('result') ?? '') || 'none',
    ...(selector ? { selector } : {}),
    ...(scope ? { scope } : {}),
  };
}
