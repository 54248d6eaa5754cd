/** Named statements that a connection runs before its plans are made anew for the first time. */
const FIRST = 50;
/** How much longer each further time takes. A table grows with the statements that write to it, so plans are made for its new size. */
const FACTOR = 4;
/** Times after which plans stay: by then autovacuum has told Postgres of any table that grows, which renews them as well. */
const TIMES = 6;

/**
 * Tells when a connection is to make the plans of its prepared statements anew. A plan that was made while a table was empty
 * reads all of it, and stays until the table's statistics are next read: on a new installation that is a minute, in which every
 * statement gets slower with each row.
 */
export class PlanRenewal {
  private runs = 0;
  private next = FIRST;
  private times = 0;

  /** Counts a run of a named statement; true if the plans are to be made anew before it. */
  isDue(): boolean {
    this.runs += 1;
    if (this.runs < this.next || this.times === TIMES) return false;
    this.next *= FACTOR;
    this.times += 1;
    return true;
  }
}
