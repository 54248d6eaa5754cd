import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { LeadSource } from '#libs/core/app-events';
import {
  Datacenters,
  FormProof,
  judgeSpam,
  judgeSubmission,
  LeadCapture,
  spamSigns,
  toLead,
  type AcceptedLead,
  type FieldErrors,
  type Form,
  type Submission,
} from '#libs/sites/forms';
import { applyCount, CallCounter } from '#libs/core/limits';
import { isUnavailable } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import type { ServedPage } from '../addresses/served-page.js';
import { LeadConversions } from '../collect/ingest/lead-conversions.js';
import { RuntimeConfig } from '../config.js';
import { PageSplits } from '../experiments/page-splits.js';
import { LeadJournal } from './journal/lead-journal.js';

/** Time in which leads go to the journal at once, after the database was found to be away. */
const AWAY_MS = 1_000;

/** Values that a visitor sent, with signs that show whether it was a person. */
export interface VisitorSubmission extends Submission {
  honeypot?: string;
  proof?: string;
  elapsedMs?: number;
}

export interface Visit {
  source: Extract<LeadSource, 'snippet' | 'pagina'>;
  pageId: string | null;
  /** The page at the address and the version of it that the form was in, for a page that is not the same for all visitors. */
  from?: { page: ServedPage; version: number } | null;
  /** The version of the page that the form was in, if known. */
  version?: number | null;
  request: Request;
  response: Response;
}

/** Judges submissions and stores them as leads, spam or not, also while the database is away. */
@Injectable()
export class VisitorSubmissions {
  private readonly proofs: FormProof;
  private readonly datacenters = new Datacenters();
  private awayUntil = 0;

  constructor(
    private readonly capture: LeadCapture,
    private readonly journal: LeadJournal,
    private readonly conversions: LeadConversions,
    private readonly counter: CallCounter,
    private readonly config: RuntimeConfig,
    private readonly splits: PageSplits,
    secrets: SecretBox,
  ) {
    this.proofs = new FormProof(secrets);
  }

  /** Returns a proof for a form that is shown now; the submission carries it back. */
  issueProof(form: Form): string {
    return this.proofs.issue(form.id, Date.now());
  }

  /**
   * Returns the messages by field if the visitor must correct something; null once the lead is stored.
   * @throws Problem Throttling for an address that sends without end, ServiceUnavailable
   */
  async accept(form: Form, submission: VisitorSubmission, visit: Visit): Promise<FieldErrors | null> {
    const { request, response, source, pageId } = visit;
    const address = request.ip ?? '';
    const count = await this.counter.countAddress('submissions', this.config.submissionsPerMinute, address);
    applyCount(response, count);
    const now = new Date();
    const judged = judgeSubmission(form, submission, now);
    if (judged.errors) return judged.errors;
    const signs = spamSigns(form.fields, judged.values, {
      honeypot: submission.honeypot,
      proof: this.proofs.read(form.id, submission.proof, now.getTime()),
      elapsedMs: submission.elapsedMs,
      recent: count.limit - count.remaining,
      isFromDatacenter: await this.datacenters.has(address),
    });
    const context = { source, pageId, address, userAgent: request.get('user-agent') ?? null, now };
    const lead = toLead(form, submission, judged, judgeSpam(signs), context);
    if (await this.store({ lead, form: { name: form.name, fields: form.fields, announced: form.announced } })) {
      const { from } = visit;
      this.conversions.count(lead, request, visit.version ?? null);
      if (from && !lead.isSpam) await this.splits.convertByForm(from.page, from.version, form.id, request);
    }
    return null;
  }

  /** Returns false if there was such a lead already. */
  private async store(accepted: AcceptedLead): Promise<boolean> {
    if (Date.now() >= this.awayUntil) {
      try {
        return !(await this.capture.keep(accepted)).isDuplicate;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        this.awayUntil = Date.now() + AWAY_MS;
      }
    }
    await this.journal.append(accepted);
    return true;
  }
}
