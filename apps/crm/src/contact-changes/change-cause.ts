import { exec, type SqlExecutor } from '#libs/core/persistence';

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

/** The Postgres setting, local to a transaction, that the triggers of the log read. */
export const CAUSE_SETTING = 'crm.change_cause';

/** Names the cause of what the transaction changes from here on, until it ends or names another. */
export async function setChangeCause(tx: SqlExecutor, cause: ChangeCause): Promise<void> {
  await exec(tx, `select set_config('${CAUSE_SETTING}', $1, true)`, [JSON.stringify(cause)]);
}

/** Makes a cause without a chain, from which journeys may begin unless it says otherwise. */
export const causedBy = (kind: ChangeCauseKind, triggersJourneys = true): ChangeCause => ({
  kind,
  triggersJourneys,
  chain: [],
});
