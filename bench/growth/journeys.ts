import { Crm } from '../support/crm.js';
import type { GrowthPath } from '../support/growth.js';
import { fillEnrollments, runSteps } from '../support/journeys.js';

const STEPS = 5;
/** Contacts that enter for each second that a round is to take. */
const RATE = 400;

/** `journeys` of a tenant in which nobody has been in one, and of one in which all have been, and as many wait. */
export const journeys: GrowthPath = {
  units: 'steps',
  async start(services, cleanup, { rows }) {
    const crm = cleanup.add(await Crm.prepare(services));
    const tenants = [await crm.addTenant(), await crm.addTenant()] as const;
    await fillEnrollments(crm, tenants[1].id, rows);
    cleanup.add(await crm.start({ ROLE: 'worker' }));
    return {
      admin: crm.admin,
      measure: (tenant, forSeconds) =>
        runSteps(crm, tenants[tenant].id, { contacts: RATE * forSeconds, steps: STEPS, isAlone: false }),
    };
  },
};
