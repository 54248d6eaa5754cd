import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import { currentSession } from '#libs/core/auth';
import { isUuid, Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { Admission } from '../../admission/admission.js';
import type { BlockEntry } from '../blocklist/block-entry.entity.js';
import { BlocklistService } from '../blocklist/blocklist.service.js';
import { SignalsService } from './signals.service.js';
import type { BlockSuggestion } from './block-suggestion.entity.js';
import type { Finding } from './suggestion.js';
import { SuggestionRepository } from './suggestion.repository.js';

/** The blocks that the platform suggests, and what operators decide about them. */
@Injectable()
export class SuggestionsService {
  constructor(
    private readonly database: Database,
    private readonly suggestions: SuggestionRepository,
    private readonly signals: SignalsService,
    private readonly blocklist: BlocklistService,
    private readonly admission: Admission,
  ) {}

  /** Open suggestions, newest first. */
  async list(): Promise<BlockSuggestion[]> {
    return this.database.system((tx) => this.suggestions.listOpen(tx));
  }

  async find(id: string): Promise<BlockSuggestion | null> {
    return isUuid(id) ? this.database.system((tx) => this.suggestions.find(tx, id)) : null;
  }

  /** Makes the open suggestions those that the signals show now. */
  async compute(): Promise<BlockSuggestion[]> {
    const findings = (await this.signals.list()).filter((finding) => !this.isBlocked(finding));
    return this.database.system(async (tx) => {
      await this.suggestions.replaceOpen(tx, findings);
      return this.suggestions.listOpen(tx);
    });
  }

  /** Makes a suggestion a block, enforced when this returns. @throws Problem Conflict if it is not open */
  async apply(id: string): Promise<{ suggestion: BlockSuggestion; entry: BlockEntry }> {
    const { userId } = currentSession();
    const applied = await this.database.system(async (tx) => {
      const suggestion = await this.suggestions.close(tx, id, 'applied', userId);
      if (!suggestion) throw notOpen();
      const { kind, value, signal } = suggestion;
      const { entry } = await this.blocklist.insert(tx, {
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

  /** Dismisses a suggestion for a month. @throws Problem Conflict if it is not open */
  async dismiss(id: string): Promise<BlockSuggestion> {
    return this.database.system(async (tx) => {
      const suggestion = await this.suggestions.close(tx, id, 'dismissed', currentSession().userId);
      if (!suggestion) throw notOpen();
      await audit(tx, 'block_suggestion.dismissed', suggestion);
      return suggestion;
    });
  }

  private isBlocked({ kind, value }: Finding): boolean {
    const list = this.admission.current;
    return kind === 'domain' ? list.blocksDomain(value) : list.blocksIp(value.replace(/\/.*/, ''));
  }
}

function notOpen(): Problem {
  return new Problem('Conflict', { message: 'The suggestion was applied or dismissed already' });
}

function audit(tx: EntityManager, action: string, suggestion: BlockSuggestion): Promise<void> {
  const object = { type: 'block_suggestion', id: suggestion.id };
  return recordAudit(tx, { action, object, before: auditFields(suggestion, ['kind', 'value', 'signal', 'evidence']) });
}
