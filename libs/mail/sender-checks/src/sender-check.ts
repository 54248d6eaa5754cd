import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { logger } from '#libs/core/observability';
import { SenderCheckOptions } from './sender-check-options.js';
import { SenderRecords } from './sender-records.js';
import { SenderUnreadable } from './sender-thread.js';
import { SenderThreads, SenderTooHeavy } from './sender-threads.js';
import type { SenderVerdicts } from './sender-verdicts.js';

/** The envelope of a message, and the client that it came from. */
export interface SenderEnvelope {
  /** '' for a bounce. */
  envelopeFrom: string;
  client: {
    /** IP address. */
    address: string;
    /** Name that the client gave in HELO or EHLO. */
    name: string;
    /** Domain that signed the message, if this installation has sent it and signed it itself. */
    signedBy?: string;
  };
}

/** Checks by SPF, DKIM, DMARC and ARC whether a message is from whom it says. */
@Injectable()
export class SenderCheck {
  constructor(
    private readonly options: SenderCheckOptions,
    private readonly records: SenderRecords,
    private readonly threads: SenderThreads,
  ) {}

  /**
   * `temperror` stands for what could not be checked now, or not at all.
   * @throws what reading the message throws, and an Error if the machine has no thread for it now
   */
  async check(
    { envelopeFrom, client }: SenderEnvelope,
    open: () => Promise<Readable | Buffer>,
  ): Promise<SenderVerdicts> {
    const mta = this.options.serverName;
    if (client.signedBy !== undefined) return ownVerdicts(mta, client.signedBy, envelopeFrom);
    const question = { ip: client.address, helo: client.name, mta, sender: envelopeFrom };
    try {
      const lookUp = this.records.forMessage();
      return await this.threads.check(async () => ({ question, lookUp, content: await open() }));
    } catch (error) {
      if (!(error instanceof SenderUnreadable || error instanceof SenderTooHeavy)) throw error;
      logger.warn('The sender of a message could not be checked', { error });
      return UNCHECKED(mta);
    }
  }
}

/** We sent the message for the domain ourselves, and signed it: there is nothing to ask DNS about. */
const ownVerdicts = (mta: string, domain: string, envelopeFrom: string): SenderVerdicts => ({
  verdicts: { spf: 'pass', dkim: 'pass', dmarc: 'pass', arc: 'none' },
  results:
    `${mta}; dkim=pass header.d=${domain}; spf=pass smtp.mailfrom=${envelopeFrom}; ` +
    `dmarc=pass header.from=${domain}`,
  isForged: false,
  signers: [domain.toLowerCase()],
  vouchedBy: null,
});

const UNCHECKED = (mta: string): SenderVerdicts => ({
  verdicts: { spf: 'temperror', dkim: 'temperror', dmarc: 'temperror', arc: 'temperror' },
  results: `${mta}; auth=temperror`,
  isForged: false,
  judged: [],
  signers: [],
  vouchedBy: null,
});
