/** The Postgres setting, local to a transaction, that the triggers of the log read. */
const CAUSE_SETTING = 'crm.change_cause';

/** Parameters: cause as JSON. */
export const SET_CAUSE = `select set_config('${CAUSE_SETTING}', $1, true)`;
