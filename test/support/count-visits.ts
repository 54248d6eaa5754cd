import { waitUntil } from '#libs/test/testing';
import { Collector } from '../../apps/runtime/src/collect/commit/collector.js';
import { EventJournal } from '../../apps/runtime/src/collect/ingest/event-journal.js';
import { LeadConversions } from '../../apps/runtime/src/collect/ingest/lead-conversions.js';
import type { EveryApp } from './every-app.js';

/** Counts what visitors did until now; else the runtime would do so a second later, beside the calls that are compared. */
export async function countVisits({ runtime }: EveryApp): Promise<void> {
  const collector = runtime.app.get(Collector, { strict: false });
  const journal = runtime.app.get(EventJournal, { strict: false });
  await runtime.app.get(LeadConversions, { strict: false }).settle();
  await waitUntil(
    async () => {
      await collector.run();
      return journal.size === 0;
    },
    { what: 'the visits to be counted' },
  );
}
