import { Injectable } from '@nestjs/common';
import type { Id } from '#libs/core/persistence';
import { setChangeCause } from '../../contact-changes/change-cause.js';
import { ContactEvents } from '../../contact-events/contact-events.js';
import { insertActivities } from '../../contacts/contact-rows.sql.js';
import type { Stage } from '../../contacts/contact-values.js';
import type { Contact } from '../../contacts/contact.entity.js';
import { toWireStage } from '../../contacts/dto/wire-values.js';
import { TenantKeys } from '../../keys/tenant-keys.js';
import { toActivity } from '../../timeline/timeline.js';
import type { StageAction } from '../definition/journey-step.js';
import type { Acting, ActingScope } from './acting.js';
import { updateStages } from './stage-changes.sql.js';

/** Changes stages of contacts, as users do. */
@Injectable()
export class StageChanges {
  constructor(
    private readonly keys: TenantKeys,
    private readonly events: ContactEvents,
  ) {}

  /** Returns the ids of the contacts that have another stage now. */
  async apply(scope: ActingScope, acting: readonly Acting<StageAction>[]): Promise<Set<Id<'cnt'>>> {
    // The cause names the journeys that led here: those of one cause are written together.
    const byChain = new Map<string, StageChange[]>();
    for (const one of acting) {
      const { change, contact, action } = one;
      const from = contact.stage;
      const stage = toWireStage(action.stage);
      if (from === action.stage) {
        change.finishStep('unchanged', { detail: { stage } });
        continue;
      }
      change.finishStep('changed', { detail: { from: toWireStage(from), stage } });
      contact.stage = action.stage;
      const chain = chainOf(one);
      const together = byChain.get(chain.join(' ')) ?? [];
      byChain.set(chain.join(' '), [...together, { contact, chain, from, to: action.stage }]);
    }
    for (const together of byChain.values()) await this.write(scope, together);
    return new Set([...byChain.values()].flat().map(({ contact }) => contact.id));
  }

  private async write({ tx, tenantId, now }: ActingScope, changes: readonly StageChange[]): Promise<void> {
    const [{ chain }] = changes as [StageChange];
    await setChangeCause(tx, { kind: 'journey', triggersJourneys: true, chain });
    // A contact that is in two steps at once has the stage of the last one.
    const last = new Map(changes.map(({ contact, to }) => [contact.id, { id: contact.id, stage: to }]));
    await updateStages(tx, tenantId, [...last.values()], now);
    const cipher = await this.keys.cipherWithin(tx, tenantId);
    await insertActivities(
      tx,
      changes.map(({ contact, from, to }) => {
        const key = contact.dataKey && cipher.openContactKey(contact.id, contact.dataKey);
        return toActivity(tenantId, contact.id, key, { type: 'stage-changed', authorId: null, data: { from, to } });
      }),
    );
    const fields = ['estagio'];
    await this.events.changed(
      tx,
      tenantId,
      [...last.keys()].map((contactId) => ({ kind: 'updated' as const, contactId, fields })),
    );
  }
}

interface StageChange {
  contact: Contact;
  chain: string[];
  from: Stage;
  to: Stage;
}

/** Journeys that led to the entry, and this one. */
export const chainOf = ({ change: { before } }: Pick<Acting, 'change'>): string[] => [
  ...before.cause.chain,
  before.journeyId,
];
