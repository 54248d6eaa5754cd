import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { domainOf } from '#libs/email';
import { lazyPackage } from '#libs/lazy';
import { logger } from '#libs/observability';
import { MailConfig } from '../config.js';
import type { AuthenticationVerdicts } from '../messages/message-values.js';
import type { InboundMessage } from './inbound-message.entity.js';
import { readFirstSignatures, type SignatureReader } from './first-signatures.js';
import { type HeaderParser, searchHeadersByLine } from './quick-header-search.js';
import { SenderRecords } from './sender-records.js';

/** As much of mailauth as is used here; the package brings no types. */
interface Mailauth {
  authenticate(
    message: Readable | Buffer,
    options: {
      ip: string;
      helo: string;
      mta: string;
      sender: string;
      disableBimi: boolean;
      resolver: (name: string, type: string) => Promise<unknown>;
    },
  ): Promise<Authenticated>;
}

interface Outcome {
  status?: { result?: string };
}

interface Authenticated {
  spf: Outcome | false;
  dkim: { results?: Outcome[]; headerFrom?: string[] };
  dmarc: (Outcome & { policy?: string }) | false;
  arc: Outcome | false;
  headers: string;
}

/** What is known of the sender of a message. */
export interface SenderVerdicts {
  verdicts: AuthenticationVerdicts;
  /** The Authentication-Results field (RFC 8601), without its name. */
  results: string;
  /** Whether the domain in From asks that mail which fails its checks is kept away (DMARC `reject` or `quarantine`). */
  isForged: boolean;
  /** The domains in From that were judged, in lower case; absent for mail that this installation sent. */
  judged?: readonly string[];
}

/** Signatures of a message that are looked at; forwarded mail has two or three. */
const MOST_SIGNATURES = 10;

const parserOfMailauth = lazyPackage<{ MessageParser: { prototype: HeaderParser } }>(
  'mailauth/lib/dkim/message-parser.js',
);
const verifierOfMailauth = lazyPackage<{ DkimVerifier: { prototype: SignatureReader } }>(
  'mailauth/lib/dkim/dkim-verifier.js',
);
const mailauth = lazyPackage<Mailauth>('mailauth', () => {
  searchHeadersByLine(parserOfMailauth().MessageParser);
  readFirstSignatures(verifierOfMailauth().DkimVerifier, MOST_SIGNATURES);
});
const RESULTS_FIELD = 'Authentication-Results: ';

/** Checks by SPF, DKIM, DMARC and ARC whether a message is from whom it says. */
@Injectable()
export class SenderCheck {
  constructor(
    private readonly config: MailConfig,
    private readonly records: SenderRecords,
  ) {}

  /** `temperror` stands for what could not be checked now. @throws what reading the message throws */
  async check(
    { envelopeFrom, client }: InboundMessage,
    open: () => Promise<Readable | Buffer>,
  ): Promise<SenderVerdicts> {
    const mta = this.config.mailHost;
    if (client.signedBy !== undefined) return ownVerdicts(mta, client.signedBy, envelopeFrom);
    const message = await open();
    let unread: Error | undefined;
    if (message instanceof Readable) message.once('error', (error: Error) => (unread = error));
    try {
      const sender = { ip: client.address, helo: client.name, mta, sender: envelopeFrom };
      const options = { ...sender, disableBimi: true, resolver: this.records.forMessage() };
      return verdictsOf(await mailauth().authenticate(message, options));
    } catch (error) {
      if (unread) throw unread;
      logger.warn('The sender of a message could not be checked', { error });
      return UNCHECKED(mta);
    } finally {
      if (message instanceof Readable) message.destroy();
    }
  }
}

function verdictsOf({ spf, dkim, dmarc, arc, headers }: Authenticated): SenderVerdicts {
  const dmarcResult = resultOf(dmarc);
  const verdicts = { spf: resultOf(spf), dkim: bestOf(dkim.results ?? []), dmarc: dmarcResult, arc: resultOf(arc) };
  const at = headers.lastIndexOf(RESULTS_FIELD);
  const results = at === -1 ? '' : headers.slice(at + RESULTS_FIELD.length).trim();
  const policy = dmarc ? dmarc.policy : undefined;
  const isForged = dmarcResult === 'fail' && (policy === 'reject' || policy === 'quarantine');
  return { verdicts, results, isForged, judged: (dkim.headerFrom ?? []).map((address) => domainOf(address)) };
}

const resultOf = (outcome: Outcome | false): string => (outcome && outcome.status?.result) || 'none';

/** Of several signatures one that is valid is enough. */
function bestOf(outcomes: readonly Outcome[]): string {
  const results = outcomes.map(resultOf);
  return ['pass', 'temperror', 'fail'].find((one) => results.includes(one)) ?? results[0] ?? 'none';
}

/** We sent the message for the domain ourselves, and signed it: there is nothing to ask DNS about. */
const ownVerdicts = (mta: string, domain: string, envelopeFrom: string): SenderVerdicts => ({
  verdicts: { spf: 'pass', dkim: 'pass', dmarc: 'pass', arc: 'none' },
  results:
    `${mta}; dkim=pass header.d=${domain}; spf=pass smtp.mailfrom=${envelopeFrom}; ` +
    `dmarc=pass header.from=${domain}`,
  isForged: false,
});

const UNCHECKED = (mta: string): SenderVerdicts => ({
  verdicts: { spf: 'temperror', dkim: 'temperror', dmarc: 'temperror', arc: 'temperror' },
  results: `${mta}; auth=temperror`,
  isForged: false,
  judged: [],
});
