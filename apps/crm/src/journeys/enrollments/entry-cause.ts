import type { TriggerKind } from '../definition/journey-trigger.js';

/** Reason why a contact entered a journey. */
export interface EntryCause {
  kind: TriggerKind;
  /** Ids of the journeys whose effects led here, oldest first. */
  chain: readonly string[];
  /** The lead, the field or the event, by its id or name. */
  subject: string | null;
}
