import { Injectable } from '@nestjs/common';
import { auditFields, recordAudit, type AuditTransaction } from '#libs/audit';
import { currentSession } from '#libs/auth';
import { isUuid, Problem } from '#libs/http';
import { Admission } from '../../admission/admission.js';
import type { BlockEntry } from '../blocklist/block-entry.js';
import { BlocklistService } from '../blocklist/blocklist.service.js';
import { SignalsService } from './signals.service.js';
import type { Finding, Suggestion } from './suggestion.js';
import { SuggestionRepository } from './suggestion.repository.js';

/** Whom the platform suggests to block, and what operators decide. */
@Injectable()
export class SuggestionsService {
  constructor(
    private readonly suggestions: SuggestionRepository,
    private readonly signals: SignalsService,
    private readonly blocklist: BlocklistService,
    private readonly admission: Admission,
  ) {}

  /** Open suggestions, newest first. */
  async list(): Promise<Suggestion[]> {
    return this.suggestions.open();
  }

  /** Looks at the signals, and makes the open suggestions those that they show now. */
  async compute(): Promise<Suggestion[]> {
    const findings = (await this.signals.read()).filter((finding) => !this.isBlocked(finding));
    await this.suggestions.transaction((tx) => this.suggestions.replaceOpen(tx, findings));
    return this.suggestions.open();
  }

  /** Makes a block of a suggestion; in force when this returns. @throws Problem Conflict when it was decided already */
  async apply(id: string): Promise<{ suggestion: Suggestion; entry: BlockEntry }> {
    const { userId } = currentSession();
    const applied = await this.suggestions.transaction(async (tx) => {
      const suggestion = await this.suggestions.decide(tx, id, 'applied', userId);
      if (!suggestion) throw decidedAlready();
      const { kind, value, signal } = suggestion;
      const { entry } = await this.blocklist.add(tx, {
        kind,
        value,
        reason: `Suggested: ${signal}`,
        createdBy: userId,
      });
      await audit(tx, 'block_suggestion.applied', suggestion);
      return { suggestion, entry };
    });
    await this.admission.refresh();
    return applied;
  }

  /** Hides a suggestion; it does not come back for a month. @throws Problem Conflict when it was decided already */
  async dismiss(id: string): Promise<Suggestion> {
    return this.suggestions.transaction(async (tx) => {
      const suggestion = await this.suggestions.decide(tx, id, 'dismissed', currentSession().userId);
      if (!suggestion) throw decidedAlready();
      await audit(tx, 'block_suggestion.dismissed', suggestion);
      return suggestion;
    });
  }

  async exists(id: string): Promise<boolean> {
    return isUuid(id) && (await this.suggestions.find(id)) !== undefined;
  }

  private isBlocked({ kind, value }: Finding): boolean {
    const list = this.admission.current;
    return kind === 'domain' ? list.blocksDomain(value) : list.blocksIp(value.replace(/\/.*/, ''));
  }
}

function decidedAlready(): Problem {
  return new Problem('Conflict', { message: 'The suggestion was applied or dismissed already' });
}

function audit(tx: AuditTransaction, action: string, suggestion: Suggestion): Promise<void> {
  const object = { type: 'block_suggestion', id: suggestion.id };
  return recordAudit(tx, { action, object, before: auditFields(suggestion, ['kind', 'value', 'signal', 'evidence']) });
}
