import { exec, type SqlExecutor } from '#libs/core/persistence';
import { SET_CAUSE } from './change-cause.sql.js';

export type ChangeCauseKind = 'user' | 'lead' | 'import' | 'merge' | 'journey' | 'platform' | 'other';

/** Reason why a contact changed. */
export interface ChangeCause {
  kind: ChangeCauseKind;
  /** False: segments follow, journeys do not begin (an import without `disparar_jornadas`). */
  triggersJourneys: boolean;
  /** Ids of the journeys whose effects led here, oldest first. */
  chain: readonly string[];
}

/** Cause of a change whose transaction named none: a user, by the API. */
export const BY_USER: ChangeCause = { kind: 'user', triggersJourneys: true, chain: [] };

/** Names the cause of what the transaction changes from here on, until it ends or names another. */
export async function setChangeCause(tx: SqlExecutor, cause: ChangeCause): Promise<void> {
  await exec(tx, SET_CAUSE, [JSON.stringify(cause)]);
}

/** Makes a cause without a chain, from which journeys may begin unless it says otherwise. */
export const causedBy = (kind: ChangeCauseKind, triggersJourneys = true): ChangeCause => ({
  kind,
  triggersJourneys,
  chain: [],
});
