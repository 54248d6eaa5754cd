import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import { WatchedTenants } from '../contact-changes/watched-tenants.js';
import { ContactCriteria, problemIn } from '../criteria/contact-criteria.js';
import type { GivenCriteria } from '../criteria/parse-criteria.js';
import { foldText } from '../fold-text.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { ContactScores } from './contact-scores.js';
import { SCORES_WATCHER } from './score-contacts.processor.js';
import { SCORE_CONTACTS_JOB } from './score-jobs.js';
import {
  invalidPoints,
  MAX_CRITERIA_OF_RULES,
  MAX_RULES,
  POINTS,
  readsScore,
  takenName,
  tooManyCriteriaOfRules,
  tooManyRules,
} from './score-problems.js';
import type { ScoreRule, ScoreRules } from './score-rules.entity.js';
import { ScoreRulesRepository } from './score-rules.repository.js';

/** A rule as a user wrote it. */
export interface GivenRule extends GivenCriteria {
  name: string;
  points: number;
}

/** Rules, with what shows them. */
export interface ShownRules {
  /** Null for an account that never had rules. */
  rules: ScoreRules | null;
  cipher: TenantCipher;
  /** For each rule, why nobody meets it any more, such as a deleted field; null if that is not so. */
  problems: (string | null)[];
}

/** The score of a contact now, and the rules that give it. */
export interface ExplainedScore {
  /** Null without rules. */
  score: number | null;
  met: readonly ScoreRule[];
}

/** The scores of contacts, and the rules that give them. Scores are written by jobs, and as contacts change. */
@Injectable()
export class ScoresService {
  constructor(
    private readonly database: Database,
    private readonly rules: ScoreRulesRepository,
    private readonly scores: ContactScores,
    private readonly criteria: ContactCriteria,
    private readonly keys: TenantKeys,
    private readonly watched: WatchedTenants,
    private readonly outbox: Outbox,
  ) {}

  async get(tenantId: TenantId): Promise<ShownRules> {
    return this.database.tenant(tenantId, async (tx) => this.shown(tx, tenantId, await this.rules.find(tx, tenantId)));
  }

  /** Replaces all rules; a job then evaluates all contacts. @throws Problem Unprocessable naming the place */
  async replace(tenantId: TenantId, given: readonly GivenRule[]): Promise<ShownRules> {
    validate(given);
    return this.database.tenant(tenantId, async (tx) => {
      const rules = await this.parse(tx, tenantId, given);
      const before = await this.rules.lockAndFind(tx, tenantId);
      const written = await this.rules.replace(tx, tenantId, before, rules);
      const payload = { version: written.version, isDaily: false };
      await this.outbox.enqueue(tx, SCORE_CONTACTS_JOB, [{ tenantId, payload }]);
      const shown = await this.shown(tx, tenantId, written);
      await recordTrail(tx, {
        action: 'score-rules.changed',
        object: { type: 'score-rules', id: tenantId },
        tenantId,
        before: { rules: auditedOf(before?.rules ?? []) },
        after: { rules: auditedOf(rules) },
      });
      // Changes from here on are followed, and the job evaluates what was before. It ends the watch of one without rules.
      if (rules.length > 0) await this.watched.watch(tx, tenantId, SCORES_WATCHER);
      return shown;
    });
  }

  /** Explains the score that a contact has now; that which lists show follows in a moment. */
  async explain(tenantId: TenantId, contactId: string): Promise<ExplainedScore> {
    return this.database.tenant(tenantId, async (tx) => {
      const rules = await this.rules.find(tx, tenantId);
      if (!rules || rules.rules.length === 0) return { score: null, met: [] };
      const met = await this.scores.list(tx, await this.criteria.contextOf(tx, tenantId), rules, contactId);
      return { score: met.reduce((sum, { points }) => sum + points, 0), met };
    });
  }

  private async parse(tx: EntityManager, tenantId: TenantId, given: readonly GivenRule[]): Promise<ScoreRule[]> {
    const rules: ScoreRule[] = [];
    for (const [index, { name, points, ...criteria }] of given.entries()) {
      const path = `regras[${index}].`;
      const parsed = await this.criteria.parse(tx, tenantId, criteria, path);
      const own = parsed.criteria.findIndex(({ field }) => field === 'pontuacao');
      if (own >= 0) throw readsScore(`${path}criterios[${own}]`);
      rules.push({ ...parsed, name, points });
    }
    return rules;
  }

  private async shown(tx: EntityManager, tenantId: TenantId, rules: ScoreRules | null): Promise<ShownRules> {
    if (!rules || rules.rules.length === 0)
      return { rules, cipher: await this.keys.cipherWithin(tx, tenantId), problems: [] };
    const context = await this.criteria.contextOf(tx, tenantId);
    return { rules, cipher: context.cipher, problems: rules.rules.map((rule) => problemIn(context, rule)) };
  }
}

/** @throws Problem Unprocessable for what is not in the criteria */
function validate(given: readonly GivenRule[]): void {
  if (given.length > MAX_RULES) throw tooManyRules();
  const criteria = given.reduce((sum, { criterios }) => sum + criterios.length, 0);
  if (criteria > MAX_CRITERIA_OF_RULES) throw tooManyCriteriaOfRules();
  const names = new Set<string>();
  for (const [index, { name, points }] of given.entries()) {
    const path = `regras[${index}].`;
    if (!Number.isInteger(points) || points < POINTS.min || points > POINTS.max) throw invalidPoints(path);
    const key = foldText(name);
    if (names.has(key)) throw takenName(path);
    names.add(key);
  }
}

/** Values of criteria may be of persons. */
const auditedOf = (rules: readonly ScoreRule[]) =>
  rules.map(({ name, points, conjunction, criteria }) => ({
    name,
    points,
    conjunction,
    criteria: criteria.map(({ field, operator }) => `${field} ${operator}`),
  }));
