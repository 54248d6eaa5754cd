import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { ErasesPersonIn } from '#libs/privacy/data-rights';
import { withoutErased } from '../../criteria/erased-values.js';
import type { ErasesContact } from '../../erasure/contact-eraser.js';
import type { TenantCipher } from '../../keys/tenant-cipher.js';
import { TenantKeys } from '../../keys/tenant-keys.js';
import { JourneyVersion } from '../versions/journey-version.entity.js';
import { hasSealed, type JourneyCriteria } from './journey-criteria.js';
import { mapStepCriteria, stepCriteria } from './journey-seals.js';
import { Journey } from './journey.entity.js';

/** Takes the addresses of erased people out of the criteria of journeys, of earlier versions and deleted ones, too. */
@Injectable()
@ErasesPersonIn(['journey', 'journey_version'])
export class JourneyEraser implements ErasesContact {
  constructor(private readonly keys: TenantKeys) {}

  async erase(tx: EntityManager, tenantId: TenantId): Promise<void> {
    const cipher = await this.keys.cipherWithin(tx, tenantId);
    const clean = (criteria: JourneyCriteria | null) => cleaned(tx, tenantId, cipher, criteria);
    for (const { id, exitCriteria, goal } of await tx.findBy(Journey, { tenantId })) {
      const changes = { exitCriteria: await clean(exitCriteria), goal: await clean(goal) };
      if (changes.exitCriteria === exitCriteria && changes.goal === goal) continue;
      await tx.update(Journey, { tenantId, id }, changes as object);
    }
    for (const { journeyId, version, steps } of await tx.findBy(JourneyVersion, { tenantId })) {
      const before = stepCriteria(steps);
      const after = new Map<JourneyCriteria, JourneyCriteria>();
      for (const criteria of before) after.set(criteria, (await clean(criteria))!);
      if (before.every((criteria) => after.get(criteria) === criteria)) continue;
      const changes = { steps: mapStepCriteria(steps, (criteria) => after.get(criteria)!) };
      await tx.update(JourneyVersion, { tenantId, journeyId, version }, changes as object);
    }
  }
}

/** Returns the same criteria if they name nobody who was erased. */
async function cleaned(
  tx: EntityManager,
  tenantId: TenantId,
  cipher: TenantCipher,
  criteria: JourneyCriteria | null,
): Promise<JourneyCriteria | null> {
  if (!criteria || !hasSealed(criteria)) return criteria;
  const contact = criteria.contact!;
  const left = await withoutErased(tx, tenantId, cipher, contact.criteria);
  return left ? { ...criteria, contact: { ...contact, criteria: left } } : criteria;
}
