import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { afterCommit, type TenantId } from '#libs/core/persistence';
import { type ChangedContact, OnContactsChanged } from '../../contact-changes/on-contacts-changed.js';
import { JourneyRepository } from '../definition/journey.repository.js';
import { JourneyClock } from '../engine/journey-clock.js';
import { JourneyWakeup } from '../engine/journey-wakeup.js';
import { ExitJudge } from '../engine/exit-judge.js';
import { EnrollmentChange } from '../enrollments/enrollment-change.js';
import { EnrollmentWriter } from '../enrollments/enrollment-writer.js';
import { lockOfContacts } from '../enrollments/enrollment.sql.js';
import { JourneyEntries } from '../enrollments/journey-entries.js';
import { JourneyFacts } from '../enrollments/journey-facts.js';
import { dueNow } from '../enrollments/gone-contacts.sql.js';
import { matchesChange } from './matches-change.js';

/** Follows changes of contacts: they enter journeys by them, leave those whose exit or goal they meet, and end with the contact. */
@Injectable()
export class ChangedContactsTrigger {
  constructor(
    private readonly journeys: JourneyRepository,
    private readonly entries: JourneyEntries,
    private readonly exits: ExitJudge,
    private readonly facts: JourneyFacts,
    private readonly writer: EnrollmentWriter,
    private readonly clock: JourneyClock,
    private readonly wakeup: JourneyWakeup,
  ) {}

  @OnContactsChanged()
  async changed(tx: EntityManager, tenantId: TenantId, changes: readonly ChangedContact[]): Promise<void> {
    await this.leave(tx, tenantId, changes);
    await this.enter(tx, tenantId, changes);
  }

  private async leave(tx: EntityManager, tenantId: TenantId, changes: readonly ChangedContact[]): Promise<void> {
    const now = this.clock.now();
    const gone = changes.filter(({ after }) => after['apagado'] === true).map(({ contactId }) => contactId);
    // The engine ends them, or moves them to the contact that these were merged into.
    if (gone.length > 0) {
      await dueNow(tx, tenantId, gone, now);
      afterCommit(tx, () => this.wakeup.wake());
    }
    const present = changes.flatMap(({ contactId }) => (gone.includes(contactId) ? [] : contactId));
    const inside = await lockOfContacts(tx, tenantId, present);
    if (inside.length === 0) return;
    const factsOf = await this.facts.load(tx, tenantId, inside);
    const asked = inside
      .map((enrollment) => new EnrollmentChange(enrollment, factsOf(enrollment), now))
      .filter(({ facts: { journey, contact } }) => journey.active && contact?.deletedAt === null);
    await this.exits.judge(tx, tenantId, asked, now);
    await this.writer.write(
      tx,
      tenantId,
      asked.filter(({ goesOn }) => !goesOn),
    );
  }

  private async enter(tx: EntityManager, tenantId: TenantId, changes: readonly ChangedContact[]): Promise<void> {
    if (!changes.some(({ cause }) => cause.triggersJourneys)) return;
    for (const { parameters, ...journey } of await this.journeys.listTriggered(tx, tenantId, 'field-changed')) {
      const entering = changes.flatMap(({ contactId, changes: each, changedAt }) => {
        const found = each.findLast((one) => one.cause.triggersJourneys && matchesChange(parameters, one));
        if (!found) return [];
        const cause = { kind: 'field-changed' as const, chain: found.cause.chain, subject: parameters.field ?? null };
        return [{ contactId, cause, at: changedAt }];
      });
      await this.entries.enter(tx, { ...journey, parameters }, entering);
    }
  }
}
