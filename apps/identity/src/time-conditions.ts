import { Raw, type FindOperator } from 'typeorm';

/** Condition of a find: the time is over, by the clock of the database. */
export const inPast = (): FindOperator<Date> => Raw((column) => `${column} <= now()`);

/** Condition of a find: the time is still to come, by the clock of the database. */
export const inFuture = (): FindOperator<Date> => Raw((column) => `${column} > now()`);
